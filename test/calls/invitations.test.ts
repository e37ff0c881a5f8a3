// Invitations: who can make them, what they give access to, and that each works once.
import { sql } from 'kysely';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { storedHash } from '#server/sign-in/sessions.ts';
import { cleanUp } from '#server/cleanup.ts';
import type { Browser } from '../in-process.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { mailbox, mailingProduct, product, tokenIn } from './mailing-product.ts';
import { newAddress, refused } from './refused.ts';
import { untilBlocked } from '../until-blocked.ts';

mailingProduct();

const newPassword = 'seven geese in a canoe';
const newEmail = () => `${crypto.randomUUID()}@example.test`;
const visitor = (): Browser => product.browser({ address: newAddress() });
const expire = (table: string, token: string) =>
  sql`update ${sql.table(table)} set expires_at = now() - interval '1 second'
    where token_hash = ${storedHash(token)}`.execute(product.database.owner);

describe('an invitation', () => {
  const invite = async (email = newEmail()) => {
    const school = await addSchool(product.database, 'Alder Creek');
    const admin = await addPerson(product.database, { name: 'Ada Admin', superAdmin: true });
    const calls = callsAs(product, admin);
    return { ...(await calls.invitations.invite({ email, schoolId: school.id, role: 'admin' })), email, school, calls };
  };

  test('lets the person choose a name and password, and signs them in with the assignment made', async () => {
    const { token, email, school, calls } = await invite();
    const browser = visitor();
    expect(await browser.calls.session.invitation({ token })).toEqual({
      email,
      schools: [{ name: 'Alder Creek', role: 'admin' }],
    });
    const me = await browser.calls.session.acceptInvitation({ token, name: 'Nia New', newPassword });
    expect(me).toMatchObject({ email, name: 'Nia New', roles: { [school.id]: 'admin' }, mustChangePassword: false });
    // As with every sign-in, this browser is known from now on.
    expect(browser.lastHeaders().getSetCookie()).toEqual([
      expect.stringContaining('courtside='),
      expect.stringContaining('courtside-device='),
    ]);
    expect(await browser.calls.session.me()).toMatchObject({ id: me.id });
    expect(await visitor().calls.session.signIn({ email, password: newPassword })).toMatchObject({ id: me.id });
    const { rows } = await calls.history.list({ recordId: school.id });
    expect(rows.slice(0, 3).map(({ by, action, subject, label }) => [by?.name, action, subject, label])).toEqual([
      ['Nia New', 'delete', 'invitation', `${email} to Alder Creek`],
      ['Nia New', 'create', 'assignment', 'Nia New at Alder Creek'],
      ['Ada Admin', 'create', 'invitation', `${email} to Alder Creek`],
    ]);
  });

  test('works once', async () => {
    const { token } = await invite();
    const accept = (name: string) => refused(visitor().calls.session.acceptInvitation({ token, name, newPassword }));
    const both = await Promise.all([accept('One'), accept('Two')]);
    expect(both.filter(({ code }) => code === 'none')).toHaveLength(1);
    expect(await accept('Three')).toMatchObject({ code: 'EXPIRED_LINK', status: 410 });
    expect(await refused(visitor().calls.session.invitation({ token }))).toMatchObject({ code: 'EXPIRED_LINK' });
  });

  test('opens all schools that the person was invited to', async () => {
    const first = await invite();
    const second = await invite(first.email);
    const me = await visitor().calls.session.acceptInvitation({ token: first.token, name: 'Nia New', newPassword });
    expect(me.roles).toEqual({ [first.school.id]: 'admin', [second.school.id]: 'admin' });
    expect(await refused(visitor().calls.session.invitation({ token: second.token }))).toMatchObject({ status: 410 });
  });

  test('revoked again, after a lost answer, counts as revoked; an accepted or replaced one never does', async () => {
    const { school, calls } = await invite();
    const schoolId = school.id;
    const inviteTo = async () => {
      const invitations = [{ email: newEmail(), schoolId, role: 'viewer' as const }];
      return (await calls.invitations.inviteMany({ invitations })).links[0]!;
    };
    const [open, accepted, replaced] = [await inviteTo(), await inviteTo(), await inviteTo()];
    await visitor().calls.session.acceptInvitation({ token: accepted.token, name: 'Nia New', newPassword });
    await calls.invitations.invite({ email: replaced.email, schoolId, role: 'viewer' });
    const ids = [open.id, accepted.id, replaced.id];
    expect(await calls.invitations.revokeMany({ ids })).toEqual([open.id]);
    expect(await calls.invitations.revokeMany({ ids })).toEqual([open.id]);
  });

  test('expires after 7 days, and is deleted soon after', async () => {
    const { token, expiresAt, calls, school } = await invite();
    expect(Math.abs(expiresAt.getTime() - Date.now() - 7 * 86_400_000)).toBeLessThan(60_000);
    expect(await calls.invitations.ofSchool({ schoolId: school.id })).toHaveLength(1);
    await expire('invitations', token);
    expect(await calls.invitations.ofSchool({ schoolId: school.id })).toEqual([]);
    expect(await refused(visitor().calls.session.invitation({ token }))).toMatchObject({ status: 410 });
    await cleanUp(product.database, product.settings, pino({ level: 'silent' }));
    const left = await product.database.owner
      .selectFrom('invitations')
      .select('id')
      .where('schoolId', '=', school.id)
      .execute();
    expect(left).toEqual([]);
  });

  test('is replaced by the next one to the same school, and ends when it is revoked', async () => {
    const { token, email, school, calls } = await invite();
    const again = await calls.invitations.invite({ email, schoolId: school.id, role: 'viewer' });
    expect(await refused(visitor().calls.session.invitation({ token }))).toMatchObject({ status: 410 });
    const [open] = await calls.invitations.ofSchool({ schoolId: school.id });
    expect(open).toMatchObject({ email, role: 'viewer' });
    await calls.invitations.revoke({ id: open?.id ?? '' });
    expect(await refused(visitor().calls.session.invitation({ token: again.token }))).toMatchObject({ status: 410 });
  });

  test('lets nobody in once its revocation is acknowledged, also while it is being accepted', async () => {
    const { token, school, calls } = await invite();
    const [open] = await calls.invitations.ofSchool({ schoolId: school.id });
    let accepting!: ReturnType<typeof refused>;
    await product.database.owner.transaction().execute(async (tx) => {
      await sql`select from schools where id = ${school.id} for update`.execute(tx);
      accepting = refused(visitor().calls.session.acceptInvitation({ token, name: 'Nia New', newPassword }));
      await untilBlocked(product.database);
      await calls.invitations.revoke({ id: open!.id });
    });
    expect(await accepting).toMatchObject({ code: 'EXPIRED_LINK' });
    expect((await calls.assignments.ofSchool({ schoolId: school.id })).rows).toEqual([]);
  });

  test('is refused for an address that has an account, whatever its case', async () => {
    const { email } = await addPerson(product.database);
    expect(await refused(invite(email.toUpperCase()))).toMatchObject({ code: 'HAS_ACCOUNT' });
    expect(await refused(invite(`${email}\u200b`))).toMatchObject({ code: 'HAS_ACCOUNT' });
    const { token, email: later } = await invite();
    await product.database.owner.insertInto('users').values({ email: later, name: 'Added Meanwhile' }).execute();
    const accepted = visitor().calls.session.acceptInvitation({ token, name: 'Nia New', newPassword });
    expect(await refused(accepted)).toMatchObject({ code: 'HAS_ACCOUNT' });
  });

  test('accepts no guessable password, and can be used afterwards', async () => {
    const { token, email } = await invite();
    const { session } = visitor().calls;
    const guessable = session.acceptInvitation({ token, name: 'Nia New', newPassword: 'mocktrial2026' });
    expect(await refused(guessable)).toMatchObject({ code: 'WEAK_PASSWORD' });
    expect(await session.acceptInvitation({ token, name: 'Nia New', newPassword })).toMatchObject({ email });
  });

  test('is mailed, and its link is never stored or logged', async () => {
    const { token, email, mailed, unsent } = await invite();
    const mail = await mailbox.emailTo(email);
    expect({ mailed, unsent }).toEqual({ mailed: true, unsent: [] });
    expect(mail.subject).toMatch(/^Your invitation to .+ on Courtside$/);
    const says = [
      /You are invited to join .+ on Courtside as .+\./,
      /Open this link within 7 days to choose your name and password\. It works once\./,
      /https:\/\/courtside\.example\.org\/invitation#/,
      /If you did not expect this, ignore this email\./,
      /Questions\? Contact support: help@courtside\.example\.org/,
      /Courtside\nhttps:\/\/courtside\.example\.org/,
    ];
    const paragraphs = mail.text.split('\n\n');
    for (const [index, sentence] of says.entries()) expect(paragraphs[index]).toMatch(sentence);
    expect(tokenIn(mail)).toBe(token);
    const stored = await product.database.owner.selectFrom('invitations').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(JSON.stringify(product.logged)).not.toContain(token);
  });
});
