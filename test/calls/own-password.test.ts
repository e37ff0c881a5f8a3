// Changing your password: which passwords are accepted, and which sessions end.
import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tables } from '#server/database/tables.ts';
import { makeDemoPassword } from '#server/demo/demo-password.ts';
import { replacePassword } from '#server/sign-in/credentials.ts';
import { hashPassword } from '#server/sign-in/passwords.ts';
import { startInProcess, type Browser, type InProcess } from '../in-process.ts';
import { addPerson, addSession, callsAs, PASSWORD } from '../people.ts';
import { untilBlocked } from '../until-blocked.ts';
import { newAddress, refused } from './refused.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess({ DEMO_PASSWORD: 'courtside' });
  await makeDemoPassword(product.database, product.settings);
});
afterAll(() => product.close());

const browserOf = ({ token }: { token: string | undefined }): Browser => product.browser({ token: token ?? '' });
const change = ({ calls }: Browser, newPassword: string, currentPassword = PASSWORD) =>
  refused(calls.session.changePassword({ currentPassword, newPassword }));
const signIn = (email: string, password: string) =>
  product.browser({ address: newAddress() }).calls.session.signIn({ email, password });

test('a password has 8 to 128 characters of any kind, and is not a common one', async () => {
  const browser = browserOf(await addPerson(product.database));
  expect(await change(browser, '7 chars')).toMatchObject({ code: 'BAD_REQUEST' });
  expect(await change(browser, 'x'.repeat(128) + 'y')).toMatchObject({ code: 'BAD_REQUEST' });
  for (const common of ['password', 'Password123', 'qwertyuiop', '11111111']) {
    expect(await change(browser, common)).toMatchObject({ code: 'WEAK_PASSWORD' });
  }
  expect(await change(browser, ' ключ 🔑 ©  ')).toEqual({ code: 'none' });
  expect(await change(browser, 'ab'.repeat(64), ' ключ 🔑 ©  ')).toEqual({ code: 'none' });
});

test('a password made of the product’s words or the person’s name or email is rejected', async () => {
  const person = await addPerson(product.database, { name: 'Robinia Doering' });
  const browser = browserOf(person);
  for (const own of [
    'MockTrial2026!',
    'Courtside-123',
    'our school team',
    'Robinia.2026',
    'doering robinia',
    person.email,
  ]) {
    expect(await change(browser, own), own).toMatchObject({ code: 'WEAK_PASSWORD' });
  }
  expect(await change(browser, 'the gavel and a fish')).toEqual({ code: 'none' });
});

test('changing a password requires the current one and ends all other sessions', async () => {
  const person = await addPerson(product.database);
  const browser = browserOf(person);
  const other = await addSession(product.database, person.userId);
  expect(await change(browser, 'a new password', 'not the current one')).toMatchObject({ code: 'WRONG_PASSWORD' });
  expect(await callsAs(product, { token: other }).session.me()).not.toBeNull();
  expect(await change(browser, 'a new password')).toEqual({ code: 'none' });
  expect(await callsAs(product, { token: other }).session.me()).toBeNull();
  expect(await browser.calls.session.me()).toMatchObject({ email: person.email });
  expect(await refused(signIn(person.email, PASSWORD))).toMatchObject({ status: 401 });
  expect(await signIn(person.email, 'a new password')).toMatchObject({ email: person.email });
});

test('changing a password replaces the session token and revokes the old one', async () => {
  const browser = browserOf(await addPerson(product.database));
  const before = browser.token();
  expect(await change(browser, 'a new password')).toEqual({ code: 'none' });
  expect(browser.token()).not.toBe(before);
  expect(await callsAs(product, { token: before }).session.me()).toBeNull();
});

test('a temporary password from support must be changed before anything else', async () => {
  const browser = browserOf(await addPerson(product.database, { mustChangePassword: true }));
  const { calls } = browser;
  expect(await refused(calls.cases.overview())).toMatchObject({ code: 'FORBIDDEN', status: 403 });
  expect(await calls.session.me()).toMatchObject({ mustChangePassword: true });
  expect(await calls.status.services()).not.toEqual([]);
  expect(await change(browser, 'a new password')).toEqual({ code: 'none' });
  expect(await calls.cases.overview()).toEqual([]);
});

test('the demo password can be chosen again only in the demo world', async () => {
  const browser = browserOf(await addPerson(product.database));
  expect(await change(browser, 'courtside')).toEqual({ code: 'none' });
  expect(await change(browser, 'courtside', 'courtside')).toMatchObject({ code: 'WEAK_PASSWORD' });
  const environment = { DEMO_PASSWORD: 'courtside', NODE_ENV: 'production' };
  const production = await startInProcess(environment, product.database);
  const { token = '' } = await addPerson(product.database);
  expect(await change(production.browser({ token }), 'courtside')).toMatchObject({ code: 'WEAK_PASSWORD' });
});

test('guesses of the current password are rate limited in their network, and the error says how long to wait', async () => {
  const { token = '' } = await addPerson(product.database);
  const browser = browserOf({ token });
  const guesses = Array.from({ length: 10 }, () => change(browser, 'a new password', 'wrong'));
  for (const answer of await Promise.all(guesses)) expect(answer).toMatchObject({ code: 'WRONG_PASSWORD' });
  const answer = await change(browser, 'a new password');
  expect(answer).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: expect.stringMatching(/in 15 minutes\.$/) });
  expect(await change(product.browser({ token, address: newAddress() }), 'a new password')).toEqual({ code: 'none' });
});

/** Starts to change the person's password, and does something else while that waits for `table`. */
async function during(
  person: { token: string | undefined },
  table: string,
  meanwhile: (tx: Transaction<Tables>) => Promise<unknown>,
) {
  const { owner } = product.database;
  const { answer } = await owner.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in exclusive mode`.execute(tx);
    const changing = change(browserOf(person), 'a new password');
    await untilBlocked(product.database);
    await meanwhile(tx);
    return { answer: changing };
  });
  return answer;
}

test('a session that ends during its own password change changes nothing', async () => {
  const person = await addPerson(product.database);
  const answer = await during(person, 'users', (tx) =>
    tx.deleteFrom('sessions').where('userId', '=', person.userId).execute(),
  );
  expect(answer).toMatchObject({ code: 'UNAUTHORIZED', message: 'Please sign in.' });
  expect(await callsAs(product, person).session.me()).toBeNull();
  expect(await signIn(person.email, PASSWORD)).toMatchObject({ email: person.email });
});

test('a session that ends before its password is compared is not told that the password is wrong', async () => {
  const person = await addPerson(product.database);
  const hash = await hashPassword('another password');
  const answer = await during(person, 'sign_in_failures', async (tx) => {
    await tx.updateTable('passwords').set({ hash }).where('userId', '=', person.userId).execute();
    await tx.deleteFrom('sessions').where('userId', '=', person.userId).execute();
  });
  expect(answer).toMatchObject({ code: 'UNAUTHORIZED', message: 'Please sign in.' });
});

test('of two simultaneous changes of one password, one succeeds and the other is signed out', async () => {
  const person = await addPerson(product.database);
  const other = browserOf({ token: await addSession(product.database, person.userId) });
  const answers = await Promise.all([change(browserOf(person), 'one new password'), change(other, 'another password')]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual(['UNAUTHORIZED', 'none']);
});

test('a sign-in with the old password begins no session once the new one is acknowledged', async () => {
  const { email, userId } = await addPerson(product.database);
  let signingIn!: ReturnType<typeof refused>;
  await product.database.owner.transaction().execute(async (tx) => {
    // Whether the person has a second factor is looked up after the password was compared.
    await sql`lock table second_factors in access exclusive mode`.execute(tx);
    signingIn = refused(signIn(email, PASSWORD));
    await untilBlocked(product.database);
    const hash = await hashPassword('seven geese in a canoe');
    await replacePassword(tx, { id: userId, hash, mustChangePassword: false }, 'password changed');
  });
  expect(await signingIn).toMatchObject({ code: 'UNAUTHORIZED' });
  const sessions = product.database.owner.selectFrom('sessions').select('id').where('userId', '=', userId);
  expect(await sessions.execute()).toEqual([]);
});
