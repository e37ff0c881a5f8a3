// Every email, sent to a real SMTP server: what arrives, and over which connection.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SMTPServerOptions } from 'smtp-server';
import { describe, expect, test } from 'vitest';
import type { Letter } from '../mailbox.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { database, inviteFrom, mailServer, mailTests, newEmail, productWith } from './mail-servers.ts';
import { refused } from './refused.ts';

mailTests();

// Created with openssl only for tests.
const certificate = (name: string): string =>
  readFileSync(resolve(import.meta.dirname, '../operations/outside/certificates', name), 'utf8');
type Login = Partial<Record<'user' | 'pass', string | null | undefined>>;
const OWN_CERTIFICATE = { key: certificate('localhost.key'), cert: certificate('localhost.pem') };
const trusting = `tls.ca=${encodeURIComponent(certificate('authority.pem'))}`;

const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const unescaped = (html: string): string =>
  html.replaceAll(/<[^>]*>/g, '').replaceAll(/&([#\w]+);/g, (_, name: string) => SIGNS[name] ?? 'unknown');

/** The visible text of the HTML part, one line per paragraph, and its links' addresses. */
function readOf({ html }: Letter): { lines: string[]; links: string[] } {
  const paragraphs = [...html.matchAll(/<p\b[^>]*>(.*?)<\/p>/gs)].map(([, inner = '']) => inner.split('<br>'));
  return {
    lines: paragraphs.flat().map(unescaped),
    links: [...html.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => unescaped(address)),
  };
}

describe('an email', () => {
  test.each([['help@courtside.example.org'], ['https://help.example.org/?a=1&b=2'], [undefined]])(
    'says the same as text and as HTML, with the product’s name and the contact %s',
    async (contact) => {
      const mailbox = await mailServer();
      const product = await productWith(mailbox.url, contact === undefined ? {} : { SUPPORT_CONTACT: contact });
      const { email, token } = await inviteFrom(product);
      const { email: forgetful } = await addPerson(database);
      await product.browser().calls.session.requestPasswordReset({ email: forgetful });
      for (const letter of [await mailbox.emailTo(email), await mailbox.emailTo(forgetful)]) {
        const { lines, links } = readOf(letter);
        const buttons = ['Accept the invitation', 'Choose a new password'];
        const said = lines.filter((line) => !buttons.includes(line));
        expect(said[0]).toBe('Courtside');
        expect(said.slice(1)).toEqual(letter.text.trimEnd().split(/\n+/));
        expect(/support/i.test(letter.text + letter.html)).toBe(contact !== undefined);
        const address = /https:\S+#\S+/.exec(letter.text)?.[0];
        const contacts = contact === undefined ? [] : [contact.startsWith('https') ? contact : `mailto:${contact}`];
        expect(links).toEqual([address, address, ...contacts, 'https://courtside.example.org']);
        expect(letter.parsed.headers.get('auto-submitted')).toBe('auto-generated');
        expect(letter.html).not.toMatch(/<table|<img|<script/);
      }
      expect(await product.browser().calls.session.invitation({ token })).toMatchObject({ email });
    },
  );

  test.each([
    'O’Brien & Sons <Academy>',
    'St. Mary\'s "North"',
    'Łukasz Żółć Liceum 日本語 🏛️',
    'Subject: x, a@b.example',
    '</p><script>alert(1)</script>',
    `${'Very long '.repeat(18)}name`,
  ])('keeps the name %s as it is', async (schoolName) => {
    const mailbox = await mailServer();
    const { email } = await inviteFrom(await productWith(mailbox.url), { schoolName });
    const letter = await mailbox.emailTo(email);
    expect(letter.subject).toBe(`Your invitation to ${schoolName} on Courtside`);
    expect(letter.text).toContain(`You are invited to join ${schoolName} on Courtside as Viewer.`);
    expect(readOf(letter).lines).toContain(`You are invited to join ${schoolName} on Courtside as Viewer.`);
  });

  test('can’t get a header or another recipient from what people typed', async () => {
    const mailbox = await mailServer();
    const product = await productWith(mailbox.url);
    const admin = callsAs(product, await addPerson(database, { superAdmin: true }));
    const { id: schoolId } = await addSchool(database, 'Home School');
    const invite = (email: string) => refused(admin.invitations.invite({ email, schoolId, role: 'viewer' }));
    for (const bad of ['a@example.test\r\nBcc: b@example.test', 'a@example.test, b@example.test', 'a@b.test\n.\n'])
      expect(await invite(bad)).toMatchObject({ code: 'BAD_REQUEST' });
    const added = { id: crypto.randomUUID(), name: 'School\r\nBcc: b@example.test', shortName: 'S', isPremium: false };
    expect(await refused(admin.schools.add(added))).toMatchObject({ code: 'BAD_REQUEST' });
    expect(mailbox.letters).toEqual([]);
    for (const odd of [
      '<b@example.test>',
      'a,b@example.test',
      'a;b@example.test',
      'a(b)@example.test',
      '"a"<b@example.test',
    ])
      expect(await invite(odd)).toEqual({ code: 'none' });
    const arrived = mailbox.letters.map(
      ({ parsed }) => [parsed.to, parsed.cc, parsed.bcc].flat().filter(Boolean).length,
    );
    expect(new Set(arrived)).toEqual(new Set([1]));
    expect(mailbox.letters.map(({ to }) => to)).not.toContain('a@example.test');
  });
});

describe('an encrypted mail server', () => {
  const login = (asked: Login[]): SMTPServerOptions => ({
    ...OWN_CERTIFICATE,
    authOptional: false,
    onAuth: ({ username: user, password: pass }, _, done) => {
      asked.push({ user, pass });
      if (pass === 'p@ss:w/rd') done(null, { user });
      else done(new Error('Invalid login'));
    },
  });
  const password = encodeURIComponent('p@ss:w/rd');

  test('gets the password and the email over TLS, from the start or after STARTTLS', async () => {
    for (const [protocol, secure] of [
      ['smtps', true],
      ['smtp', false],
    ] as const) {
      const asked: Login[] = [];
      const mailbox = await mailServer({ ...login(asked), secure, disabledCommands: [] });
      const product = await productWith(`${protocol}://court:${password}@localhost:${mailbox.port}?${trusting}`);
      const { email, unsent } = await inviteFrom(product);
      expect(unsent).toEqual([]);
      expect(await mailbox.emailTo(email)).toMatchObject({ isEncrypted: true });
      expect(asked).toEqual([{ user: 'court', pass: 'p@ss:w/rd' }]);
    }
  });

  test.each([
    ['a certificate that nobody vouches for', `court:${password}`, '', {}],
    ['a wrong password', 'court:wrong', trusting, {}],
    [
      'no encryption, although there is a password',
      `court:${password}`,
      trusting,
      { disabledCommands: ['STARTTLS'], allowInsecureAuth: true },
    ],
  ])('with %s gets nothing', async (_, user, query, options) => {
    const asked: Login[] = [];
    const mailbox = await mailServer({ ...login(asked), disabledCommands: [], ...options });
    const product = await productWith(`smtp://${user}@localhost:${mailbox.port}?${query}`);
    const { email, unsent } = await inviteFrom(product);
    expect(unsent).toEqual([{ email, why: 'unconfirmed' }]);
    expect(mailbox.letters).toEqual([]);
    expect(asked.filter(({ pass }) => pass === 'p@ss:w/rd')).toEqual([]);
    expect(JSON.stringify(product.logged)).not.toContain('p@ss:w/rd');
    const known = await addPerson(database);
    const { session } = product.browser().calls;
    for (const each of [known.email, newEmail()])
      expect(await refused(session.requestPasswordReset({ email: each }))).toMatchObject({ code: 'MAIL_UNREACHABLE' });
  });
});
