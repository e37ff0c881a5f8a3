// Mail servers that refuse, delay, hang and die: who is told what about a failed email, and what is logged.
import { createServer, type AddressInfo } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { expect, test, describe } from 'vitest';
import { freePort } from '../../scripts/tools/free-port.ts';
import type { InProcess } from '../in-process.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { database, inviteFrom, mailServer, mailTests, newEmail, productWith, toClose } from './mail-servers.ts';
import { refused } from './refused.ts';
import { eventually } from '../eventually.ts';

mailTests();

const failures = ({ logged }: InProcess) => logged.filter(({ event }) => event === 'mail failed');

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });
const hang = (): void => {};

describe('a mail server', () => {
  test.each([
    [
      'refuses the recipient',
      'refused',
      { onRcptTo: ({ address }, _, done) => done(refusal(550, `<${address}> is unknown here`)) },
    ],
    [
      'refuses the letter',
      'refused',
      { onData: (stream, _, done) => void stream.resume().on('end', () => done(refusal(554, 'Looks like spam'))) },
    ],
    ['asks to wait', 'delayed', { onRcptTo: (_, __, done) => done(refusal(451, 'Greylisted, please try again')) }],
    ['hangs before the recipient', 'unconfirmed', { onRcptTo: hang }],
    ['hangs after the letter', 'unconfirmed', { onData: (stream) => void stream.resume() }],
  ] satisfies [string, string, SMTPServerOptions][])(
    'that %s: the invitation’s answer says so with its link, and so does the log with the request’s id',
    async (_, why, options) => {
      const mailbox = await mailServer(options);
      const product = await productWith(mailbox.url);
      const { email, token, mailed, unsent } = await inviteFrom(product);
      expect({ mailed, unsent }).toEqual({ mailed: true, unsent: [{ email, why }] });
      expect(failures(product)).toMatchObject([{ level: 50, why, requestId: expect.any(String) }]);
      expect(JSON.stringify(product.logged)).not.toContain(email);
      expect(JSON.stringify(product.logged)).not.toContain(token);
      expect(await product.browser().calls.session.invitation({ token })).toMatchObject({ email });
    },
  );

  test('that dies in the middle of an email has not accepted it', async () => {
    const mailbox = await mailServer({ onData: () => mailbox.cut() });
    const { email, unsent } = await inviteFrom(await productWith(mailbox.url));
    expect(unsent).toEqual([{ email, why: 'unconfirmed' }]);
  });

  test('that can’t be reached fails the invitation’s email, and a reset for every address alike', async () => {
    const product = await productWith(`smtp://127.0.0.1:${await freePort()}`);
    const { email, unsent } = await inviteFrom(product);
    expect(unsent).toEqual([{ email, why: 'unconfirmed' }]);
    const known = await addPerson(database);
    const { session } = product.browser().calls;
    const answers = [];
    for (const each of [known.email, newEmail()])
      answers.push(await refused(session.requestPasswordReset({ email: each })));
    expect(answers).toMatchObject([{ code: 'MAIL_UNREACHABLE' }, answers[0]]);
    expect(JSON.stringify(product.logged)).not.toContain(known.email);
  });

  test('that refuses a person’s address doesn’t change the answer to their reset, so that nobody learns who has an account', async () => {
    const mailbox = await mailServer({ onRcptTo: (_, __, done) => done(refusal(550, 'No such person')) });
    const product = await productWith(mailbox.url);
    const known = await addPerson(database);
    const { session } = product.browser().calls;
    for (const each of [known.email, newEmail()])
      expect(await session.requestPasswordReset({ email: each })).toBeUndefined();
    await eventually(() =>
      expect(failures(product)).toMatchObject([{ why: 'refused', requestId: expect.any(String) }]),
    );
    expect(JSON.stringify(product.logged)).not.toContain(known.email);
  });

  test('that asks to retry later is sent the reset email until it accepts it', async () => {
    let asked = 0;
    const mailbox = await mailServer({
      onRcptTo: (_, __, done) => done((asked += 1) < 3 ? refusal(451, 'Greylisted') : null),
    });
    const product = await productWith(mailbox.url);
    const { email } = await addPerson(database);
    await product.browser().calls.session.requestPasswordReset({ email });
    const { text } = await mailbox.emailTo(email);
    expect(text).toContain('choose a new password');
    expect(product.pauses).toEqual([500, 60_000, 300_000]);
  });

  test('that takes long is sent a second reset email while it takes the first', async () => {
    const { promise: isTaken, resolve: take } = Promise.withResolvers<null>();
    const mailbox = await mailServer({ onRcptTo: (_, __, done) => void isTaken.then(done) });
    const product = await productWith(mailbox.url);
    const { email, userId } = await addPerson(database);
    const { session } = product.browser().calls;
    await session.requestPasswordReset({ email });
    await database.owner.deleteFrom('passwordResets').where('userId', '=', userId).execute();
    await session.requestPasswordReset({ email });
    take(null);
    await product.settled();
    expect(mailbox.countTo(email)).toBe(2);
  });

  test('that accepts only some of a list’s addresses: the answer names the others', async () => {
    const mailbox = await mailServer({
      onRcptTo: ({ address }, _, done) => done(address.startsWith('bad') ? refusal(550, 'Unknown') : null),
    });
    const product = await productWith(mailbox.url);
    const { id: schoolId } = await addSchool(database, 'Home School');
    const admin = callsAs(product, await addPerson(database, { superAdmin: true }));
    const emails = Array.from({ length: 40 }, (_, index) => `${index % 8 === 0 ? 'bad' : 'good'}-${newEmail()}`);
    const invitations = emails.map((email) => ({ email, schoolId, role: 'viewer' as const }));
    const { links, unsent } = await admin.invitations.inviteMany({ invitations });
    expect(links).toHaveLength(40);
    expect(unsent.map(({ email }) => email).toSorted()).toEqual(
      emails.filter((email) => email.startsWith('bad')).toSorted(),
    );
    expect(mailbox.letters).toHaveLength(35);
  });

  test('gets no email about an invitation that was rolled back', async () => {
    const mailbox = await mailServer();
    const product = await productWith(mailbox.url);
    const admin = callsAs(product, await addPerson(database, { superAdmin: true }));
    const email = newEmail();
    const unknown = admin.invitations.invite({ email, schoolId: crypto.randomUUID(), role: 'viewer' });
    expect(await refused(unknown)).not.toEqual({ code: 'none' });
    const { email: later } = await inviteFrom(product);
    await mailbox.emailTo(later);
    expect(mailbox.countTo(email)).toBe(0);
  });
});

test('a mail server that never sends a greeting times out', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  toClose.push(() => new Promise((done) => silent.close(() => done())));
  const { port } = silent.address() as AddressInfo;
  const { email, unsent } = await inviteFrom(await productWith(`smtp://127.0.0.1:${port}`));
  expect(unsent).toEqual([{ email, why: 'unconfirmed' }]);
});
