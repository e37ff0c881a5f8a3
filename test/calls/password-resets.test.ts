// Links that reset a password: who can make them or have them mailed, what they do, and that each works once.
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Calls } from '#contract/index.ts';
import { peopleCommand } from '#server/people/people.ts';
import { storedHash } from '#server/sign-in/sessions.ts';
import { startInProcess, type Browser } from '../in-process.ts';
import { addPerson, callsAs, PASSWORD } from '../people.ts';
import { mailbox, mailingProduct, product, tokenIn } from './mailing-product.ts';
import { newAddress, refused } from './refused.ts';
import { untilBlocked } from '../until-blocked.ts';

mailingProduct();

const newPassword = 'seven geese in a canoe';
const support = (...words: string[]) => peopleCommand(words)(product.database);
const newEmail = () => `${crypto.randomUUID()}@example.test`;
const visitor = (): Browser => product.browser({ address: newAddress() });
const expire = (table: string, token: string) =>
  sql`update ${sql.table(table)} set expires_at = now() - interval '1 second'
    where token_hash = ${storedHash(token)}`.execute(product.database.owner);

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
    // Guesses from many addresses slow the person down everywhere.
    await sql`update sign_in_failures set failures = 60 where key = ${`email ${email}`}`.execute(
      product.database.owner,
    );
    const { token } = await resetFor(userId);
    await visitor().calls.session.resetPassword({ token, newPassword });
    product.pauses.length = 0;
    expect(await signIn(email, newPassword)).toEqual({ code: 'none' });
    expect(product.pauses).toEqual([]);
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

  test('to a password that is easy to guess is refused, and the link still works', async () => {
    const { userId, email } = await addPerson(product.database);
    const { token } = await resetFor(userId);
    const guessable = visitor().calls.session.resetPassword({ token, newPassword: email });
    expect(await refused(guessable)).toMatchObject({ code: 'WEAK_PASSWORD' });
    await visitor().calls.session.resetPassword({ token, newPassword });
    expect(await visitor().calls.session.signIn({ email, password: newPassword })).toMatchObject({ email });
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
      await untilBlocked(product.database, 2);
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

  test('link expires after an hour, and says so when it is opened, like one that never was', async () => {
    const { userId } = await addPerson(product.database);
    const { token } = await resetFor(userId);
    const open = (of: string) => refused(visitor().calls.session.passwordReset({ token: of }));
    // A mail program may have opened it before.
    expect([await open(token), await open(token)]).toEqual([{ code: 'none' }, { code: 'none' }]);
    await expire('password_resets', token);
    expect(await open(token)).toMatchObject({ code: 'EXPIRED_LINK', status: 410 });
    expect(await open('x'.repeat(43))).toEqual(await open(token));
    expect(await refused(visitor().calls.session.resetPassword({ token, newPassword }))).toMatchObject({ status: 410 });
  });

  test('for a database manager requires another database manager', async () => {
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

  test('is mailed again soon after the database’s clock was set back', async () => {
    const { email, userId } = await addPerson(product.database);
    const { session } = visitor().calls;
    await session.requestPasswordReset({ email });
    await product.settled();
    await sql`update password_resets set created_at = created_at + interval '1 hour' where user_id = ${userId}`.execute(
      product.database.owner,
    );
    await session.requestPasswordReset({ email });
    await product.settled();
    expect(mailbox.countTo(email)).toBe(2);
  });

  test('can’t be requested from a server that sends no mail', async () => {
    const silent = await startInProcess({}, product.database);
    const { session } = silent.browser({ address: newAddress() }).calls;
    expect(await session.canMail()).toBe(false);
    expect(await refused(session.requestPasswordReset({ email: newEmail() }))).toMatchObject({ code: 'NO_MAIL' });
  });
});

test('wrong links don’t block people on the same network from using theirs', async () => {
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
