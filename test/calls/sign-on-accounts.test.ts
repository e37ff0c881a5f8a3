// Accounts and single sign-on: invitations make them, removal ends them, and some have no password.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { joinInvited } from '#server/sign-in/accept-invitation.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';
import {
  addKnownPerson,
  begin,
  comeBack,
  problemAt,
  product,
  provider,
  signOn,
  signOnProduct,
} from './sign-on-world.ts';
import { refused } from './refused.ts';
import { untilBlocked } from '../until-blocked.ts';

signOnProduct();

describe('without an account', () => {
  const stranger = () => {
    const [subject, email] = [randomUUID(), `${randomUUID()}@example.test`];
    provider.people.set(subject, { email: email.toUpperCase(), email_verified: true, name: '  Kim  Lee ' });
    return { subject, email };
  };
  const invite = (email: string, schoolId: string, role: 'admin' | 'viewer', expired = false) =>
    product.database.owner
      .insertInto('invitations')
      .values({
        email,
        schoolId,
        role,
        tokenHash: sql`sha256(${randomUUID()}::bytea)`,
        ...(expired && { expiresAt: sql`now() - interval '1 minute'` }),
      })
      .execute();

  test('nobody is signed in, and no account is made', async () => {
    const { subject, email } = stranger();
    const { id } = await addSchool(product.database, 'Expired');
    await invite(email, id, 'admin', true);
    const browser = product.browser();
    const path = await signOn(browser, { subject }, '/cases');
    expect(path).toBe('/auth?sign-on=no-account&from=%2Fcases');
    expect(await problemAt(browser, path)).toMatch(/^There is no account with your Alder ID email address\./);
    expect(await product.database.owner.selectFrom('users').where('email', '=', email).execute()).toEqual([]);
  });

  test('open invitations make an account with all that they offer', async () => {
    const { subject, email } = stranger();
    const [one, two] = [await addSchool(product.database, 'One'), await addSchool(product.database, 'Two')];
    await invite(email, one.id, 'admin');
    await invite(email, two.id, 'viewer');
    const browser = product.browser();
    expect(await signOn(browser, { subject })).toBe('/');
    expect(await browser.calls.session.me()).toMatchObject({
      email,
      name: 'Kim Lee',
      roles: { [one.id]: 'admin', [two.id]: 'viewer' },
    });
    expect(await product.database.owner.selectFrom('invitations').where('email', '=', email).execute()).toEqual([]);
    expect(await signOn(product.browser(), { subject })).toBe('/');
  });

  test('two answers at the same moment make one account', async () => {
    const { subject, email } = stranger();
    const { id } = await addSchool(product.database, 'Twice');
    await invite(email, id, 'viewer');
    const browsers = [product.browser(), product.browser()];
    const answers: [(typeof browsers)[number], URL][] = [];
    for (const browser of browsers) answers.push([browser, await provider.signIn(await begin(browser), { subject })]);
    const paths = await Promise.all(answers.map((answer) => comeBack(...answer)));
    expect(paths).toEqual(['/', '/']);
  });

  test('an answer whose invitation another has just used signs in to the account that it made', async () => {
    const { owner } = product.database;
    const { subject, email } = stranger();
    const { id: schoolId } = await addSchool(product.database, 'Slow');
    await invite(email, schoolId, 'viewer');
    const browser = product.browser();
    const answer = await provider.signIn(await begin(browser), { subject });
    const { promise: path, resolve } = Promise.withResolvers<string>();
    await owner.transaction().execute(async (tx) => {
      await sql`lock table invitations in access exclusive mode`.execute(tx);
      resolve(comeBack(browser, answer));
      await untilBlocked(product.database);
      const userId = await joinInvited(tx, { email, name: 'Kim Lee', schools: [{ schoolId, role: 'viewer' }] });
      await tx.insertInto('signOnLinks').values({ userId, issuer: provider.issuer, subject }).execute();
    });
    expect(await path).toBe('/');
  });

  test('a removed person is not signed in, and one who is restored is', async () => {
    const person = await addKnownPerson();
    await signOn(product.browser(), person);
    const manager = callsAs(product, await addPerson(product.database, { dbManager: true }));
    await addPerson(product.database, { dbManager: true });
    await manager.users.remove({ userId: person.userId });
    expect(await signOn(product.browser(), person)).toBe('/auth?sign-on=no-account');
    await manager.deletedRecords.restore({ id: person.userId });
    expect(await signOn(product.browser(), person)).toBe('/');
  });
});

test('a first password from support ends when the person signs in without it', async () => {
  const { userId, subject, email } = await addKnownPerson({ mustChangePassword: true });
  const browser = product.browser();
  expect(await signOn(browser, { subject })).toBe('/');
  expect(await browser.calls.session.me()).toMatchObject({ id: userId, mustChangePassword: false });
  await expect(
    refused(product.browser().calls.session.signIn({ email, password: 'a password for tests' })),
  ).resolves.toMatchObject({
    code: 'UNAUTHORIZED',
  });
});

test('without a password, a sign-in of the last 10 minutes takes its place', async () => {
  const { userId, subject } = await addKnownPerson();
  await product.database.owner.deleteFrom('passwords').where('userId', '=', userId).execute();
  const browser = product.browser();
  await signOn(browser, { subject });
  const { session } = browser.calls;
  expect(await session.signOnLink()).toMatchObject({ hasPassword: false });
  await session.endOthers({ currentPassword: '' });
  expect(await session.mine()).toHaveLength(1);
  // The second is what a clock that is set back by 12 minutes leaves.
  for (const moved of ['-11 minutes', '12 minutes']) {
    await sql`update sessions set created_at = now() + ${moved}::interval where user_id = ${userId}`.execute(
      product.database.owner,
    );
    await expect(session.beginSecondFactor({ currentPassword: '' })).rejects.toMatchObject({
      code: 'WRONG_PASSWORD',
      message: 'You don’t have a password. Sign out and in again, and do this within 10 minutes.',
    });
  }
  await signOn(browser, { subject });
  await session.changePassword({ currentPassword: '', newPassword: 'unguessable 4711 words' });
  expect(await session.signOnLink()).toMatchObject({ hasPassword: true });
  await expect(session.endOthers({ currentPassword: '' })).rejects.toMatchObject({
    message: 'Incorrect current password.',
  });
});
