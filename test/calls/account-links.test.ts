// Invitations and password reset links: who may make them, what they open, and that each works once.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Calls } from '#contract/index.ts';
import { runPeopleCommand } from '#server/people/people.ts';
import { storedHash } from '#server/sign-in/sessions.ts';
import { deleteExpired } from '#server/sign-in/upkeep.ts';
import { startInProcess, type Browser, type InProcess } from '../in-process.ts';
import type { Mailbox } from '../mailbox.ts';
import { addPerson, addSchool, callsAs, PASSWORD } from '../people.ts';
import { startMailingProduct, tokenIn } from './mailing-product.ts';
import { newAddress, refused } from './refused.ts';

let product: InProcess;
let mailbox: Mailbox;
beforeAll(async () => {
  ({ product, mailbox } = await startMailingProduct());
});
afterAll(async () => {
  await product.close();
  await mailbox.close();
});

const newPassword = 'seven geese in a canoe';
const support = (...words: string[]) => runPeopleCommand(product.database, words);
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

  test('expires after 7 days, and is deleted soon after', async () => {
    const { token, expiresAt, calls, school } = await invite();
    expect(Math.abs(expiresAt.getTime() - Date.now() - 7 * 86_400_000)).toBeLessThan(60_000);
    expect(await calls.invitations.ofSchool({ schoolId: school.id })).toHaveLength(1);
    await expire('invitations', token);
    expect(await calls.invitations.ofSchool({ schoolId: school.id })).toEqual([]);
    expect(await refused(visitor().calls.session.invitation({ token }))).toMatchObject({ status: 410 });
    await deleteExpired(product.database, product.settings);
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

  test('is refused for an address that has an account, whatever its case', async () => {
    const { email } = await addPerson(product.database);
    expect(await refused(invite(email.toUpperCase()))).toMatchObject({ code: 'HAS_ACCOUNT' });
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
    const { token, email, mailed } = await invite();
    const mail = await mailbox.emailTo(email);
    expect(mailed).toBe(true);
    expect(mail).toContain('Subject: Your invitation to');
    const says = [
      /You are invited to join .+ on Courtside as .+\./,
      /Open this link within 7 days to choose your name and password\. It works once\./,
      /https:\/\/courtside\.example\.org\/invitation#/,
      /If you did not expect this, ignore this email\./,
      /Questions\? Contact support: help@courtside\.example\.org/,
    ];
    const paragraphs = mail.replaceAll('\r', '').split('\n\n').slice(-says.length);
    for (const [index, sentence] of says.entries()) expect(paragraphs[index]).toMatch(sentence);
    expect(tokenIn(mail)).toBe(token);
    const stored = await product.database.owner.selectFrom('invitations').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(JSON.stringify(product.logged)).not.toContain(token);
  });
});

describe('a password reset', () => {
  const resetFor = async (userId: string) => {
    const admin = await addPerson(product.database, { name: 'Ada Admin', superAdmin: true });
    return callsAs(product, admin).passwordResets.create({ userId });
  };

  test('by a link from a super admin replaces the password and ends all sessions', async () => {
    const { userId, email, token: session } = await addPerson(product.database, { mustChangePassword: true });
    const { token, expiresAt } = await resetFor(userId);
    expect(Math.abs(expiresAt.getTime() - Date.now() - 3_600_000)).toBeLessThan(60_000);
    await visitor().calls.session.resetPassword({ token, newPassword });
    expect(await callsAs(product, { token: session }).session.me()).toBeNull();
    const signIn = (password: string) => refused(visitor().calls.session.signIn({ email, password }));
    expect(await signIn(PASSWORD)).toMatchObject({ code: 'UNAUTHORIZED' });
    const me = await visitor().calls.session.signIn({ email, password: newPassword });
    expect(me.mustChangePassword).toBe(false);
  });

  test('forgets the person’s failed sign-ins, and nobody else’s', async () => {
    const [{ userId, email }, other] = [await addPerson(product.database), await addPerson(product.database)];
    const address = newAddress();
    const signIn = (who: string, password: string) =>
      refused(product.browser({ address }).calls.session.signIn({ email: who, password }));
    for (const who of [email, other.email]) {
      for (let failure = 0; failure < 10; failure += 1) await signIn(who, 'wrong');
      expect(await signIn(who, PASSWORD)).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    }
    const { token } = await resetFor(userId);
    await visitor().calls.session.resetPassword({ token, newPassword });
    expect(await signIn(email, newPassword)).toEqual({ code: 'none' });
    expect(await signIn(other.email, PASSWORD)).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  test('names the super admin in the history, without the link', async () => {
    const { userId } = await addPerson(product.database, { name: 'Fran Forgot' });
    const admin = await addPerson(product.database, { name: 'Ada Admin', superAdmin: true });
    const calls = callsAs(product, admin);
    const { token } = await calls.passwordResets.create({ userId });
    const { rows } = await calls.history.list({ recordId: userId });
    expect(rows[0]).toMatchObject({
      by: { name: 'Ada Admin' },
      subject: 'passwordReset',
      label: 'Fran Forgot',
      after: null,
    });
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('link works once, and ends the person’s other links', async () => {
    const { userId } = await addPerson(product.database);
    const [first, second] = [await resetFor(userId), await resetFor(userId)];
    await visitor().calls.session.resetPassword({ token: first.token, newPassword });
    for (const { token } of [first, second]) {
      const again = visitor().calls.session.resetPassword({ token, newPassword: 'another good one' });
      expect(await refused(again)).toMatchObject({ code: 'EXPIRED_LINK', status: 410 });
    }
  });

  test('two links of one person opened at the same moment: one sets its password, and the other has expired', async () => {
    const { userId } = await addPerson(product.database);
    const links = [await resetFor(userId), await resetFor(userId)];
    const opened = await product.database.owner.transaction().execute(async (tx) => {
      await sql`select from password_resets where user_id = ${userId}::uuid for update`.execute(tx);
      const both = links.map(({ token }) => refused(visitor().calls.session.resetPassword({ token, newPassword })));
      await vi.waitFor(
        async () => {
          const waiting = await sql`select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(product.database.owner);
          expect(waiting.rows).toHaveLength(2);
        },
        { timeout: 10_000 },
      );
      return { both };
    });
    const codes = (await Promise.all(opened.both)).map(({ code }) => code);
    expect(codes.toSorted()).toEqual(['EXPIRED_LINK', 'none']);
  });

  test.each<[string, (calls: Calls, email: string) => Promise<unknown>]>([
    [
      'the person changes the password',
      ({ session }) => session.changePassword({ currentPassword: PASSWORD, newPassword }),
    ],
    ['support sets one', (_calls, email) => support('set-password', email)],
    ['support changes the email address', (_calls, email) => support('set-email', email, newEmail())],
  ])('link ends when %s', async (_how, change) => {
    const person = await addPerson(product.database);
    const [{ token }, other] = [await resetFor(person.userId), await addPerson(product.database)];
    const link = await resetFor(other.userId);
    await change(callsAs(product, person), person.email);
    const open = (of: string) =>
      refused(visitor().calls.session.resetPassword({ token: of, newPassword: 'another good one' }));
    expect(await open(token)).toMatchObject({ code: 'EXPIRED_LINK' });
    expect(await open(link.token)).toEqual({ code: 'none' });
  });

  test('link expires after an hour', async () => {
    const { userId } = await addPerson(product.database);
    const { token } = await resetFor(userId);
    await expire('password_resets', token);
    expect(await refused(visitor().calls.session.resetPassword({ token, newPassword }))).toMatchObject({ status: 410 });
  });

  test('of a database manager takes another database manager', async () => {
    const { userId } = await addPerson(product.database, { dbManager: true });
    expect(await refused(resetFor(userId))).toMatchObject({ code: 'ONLY_DB_MANAGERS', status: 403 });
    const other = await addPerson(product.database, { dbManager: true });
    expect(await callsAs(product, other).passwordResets.create({ userId })).toHaveProperty('token');
    expect(await refused(callsAs(product, other).passwordResets.create({ userId: crypto.randomUUID() }))).toMatchObject(
      {
        status: 404,
      },
    );
  });

  test('is mailed to people who have an account, and the answer is the same for everyone else', async () => {
    const { email } = await addPerson(product.database);
    const { session } = visitor().calls;
    expect(await session.canMail()).toBe(true);
    expect(await session.requestPasswordReset({ email: newEmail() })).toBeUndefined();
    expect(await session.requestPasswordReset({ email: ` ${email.toUpperCase()} ` })).toBeUndefined();
    const mail = await mailbox.emailTo(email);
    await session.resetPassword({ token: tokenIn(mail), newPassword });
    expect(await visitor().calls.session.signIn({ email, password: newPassword })).toMatchObject({ email });
  });

  test('is ready when the request is answered, after the same time as for an address without an account', async () => {
    const { email, userId } = await addPerson(product.database);
    for (const to of [email, newEmail()]) {
      product.pauses.length = 0;
      await visitor().calls.session.requestPasswordReset({ email: to });
      expect(product.pauses).toEqual([500]);
      const links = product.database.owner.selectFrom('passwordResets').select('userId').where('userId', '=', userId);
      expect(await links.execute()).toHaveLength(1);
    }
  });

  test('is mailed once, however often it is requested, and a network’s requests are limited', async () => {
    const { email } = await addPerson(product.database);
    const { session } = visitor().calls;
    const request = () => refused(session.requestPasswordReset({ email }));
    for (let count = 0; count < 10; count += 1) expect(await request()).toEqual({ code: 'none' });
    expect(await request()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await mailbox.emailTo(email);
    const other = await addPerson(product.database);
    await visitor().calls.session.requestPasswordReset({ email: other.email });
    await mailbox.emailTo(other.email);
    expect(mailbox.countTo(email)).toBe(1);
  });

  test('can’t be requested from a server that sends no mail', async () => {
    const silent = await startInProcess({}, product.database);
    const { session } = silent.browser({ address: newAddress() }).calls;
    expect(await session.canMail()).toBe(false);
    expect(await refused(session.requestPasswordReset({ email: newEmail() }))).toMatchObject({ code: 'NO_MAIL' });
  });
});

test('wrong links keep nobody of the same network from their own', async () => {
  const { session } = product.browser({ address: newAddress() }).calls;
  const wrong = { token: 'x'.repeat(43) };
  for (let count = 0; count < 25; count += 1) {
    expect(await refused(session.resetPassword({ ...wrong, newPassword }))).toMatchObject({ code: 'EXPIRED_LINK' });
    expect(await refused(session.invitation(wrong))).toMatchObject({ code: 'EXPIRED_LINK' });
  }
  const { userId } = await addPerson(product.database);
  const admin = callsAs(product, await addPerson(product.database, { superAdmin: true }));
  const { token } = await admin.passwordResets.create({ userId });
  expect(await refused(session.resetPassword({ token, newPassword }))).toEqual({ code: 'none' });
});
