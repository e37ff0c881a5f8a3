// The second factor: signing in with a code, recovery codes, limits, and super admins who must have one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { peopleCommand } from '#server/people/people.ts';
import { applySecondFactorRule, SECOND_FACTOR_RULE } from '#server/sign-in/second-factor.ts';
import { factOf } from '#server/database/facts.ts';
import { codeOf, turnOnSecondFactor } from '../authenticator.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, callsAs, PASSWORD } from '../people.ts';
import { untilBlocked } from '../until-blocked.ts';
import { newAddress, refused } from './refused.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

const signIn = (email: string, code?: string, password = PASSWORD) =>
  refused(product.browser({ address: newAddress() }).calls.session.signIn({ email, password, ...(code && { code }) }));
const ok = { code: 'none' };

describe('a second factor', () => {
  test('asks for a code after the password, and only then', async () => {
    const person = await addPerson(product.database);
    const { nextCode } = await turnOnSecondFactor(product, person);
    expect(await signIn(person.email)).toMatchObject({ code: 'CODE_REQUIRED' });
    expect(await signIn(person.email, undefined, 'wrong password')).toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await signIn(person.email, nextCode, 'wrong password')).toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await signIn(person.email, '000 000')).toMatchObject({ code: 'WRONG_CODE' });
    expect(await signIn(person.email, nextCode)).toEqual(ok);
  });

  test('accepts a code once, and none that is older than the last one', async () => {
    const person = await addPerson(product.database);
    const { usedCode, nextCode } = await turnOnSecondFactor(product, person);
    expect(await signIn(person.email, usedCode)).toMatchObject({ code: 'WRONG_CODE' });
    const both = await Promise.all([signIn(person.email, nextCode), signIn(person.email, nextCode)]);
    expect(both.map((each) => each.code).toSorted()).toEqual(['WRONG_CODE', 'none']);
  });

  test('counts only once its first code was entered', async () => {
    const { email, token } = await addPerson(product.database);
    const { session } = callsAs(product, { token });
    expect(await refused(session.beginSecondFactor({ currentPassword: 'wrong' }))).toMatchObject({
      code: 'WRONG_PASSWORD',
    });
    const { secret, uri } = await session.beginSecondFactor({ currentPassword: PASSWORD });
    expect(uri).toContain(secret);
    expect(await refused(session.confirmSecondFactor({ code: '000000' }))).toMatchObject({ code: 'WRONG_CODE' });
    expect(await session.secondFactor()).toEqual({ isOn: false, recoveryCodesLeft: 0 });
    expect(await signIn(email)).toEqual(ok);
  });

  test('can be replaced by ten recovery codes, each once', async () => {
    const person = await addPerson(product.database);
    const { recoveryCodes } = await turnOnSecondFactor(product, person);
    const [first = '', second = ''] = recoveryCodes;
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){5}$/);
    expect(await signIn(person.email, first)).toEqual(ok);
    expect(await signIn(person.email, first)).toMatchObject({ code: 'WRONG_CODE' });
    expect(await signIn(person.email, second.replaceAll('-', ' ').toLowerCase())).toEqual(ok);
    expect(await callsAs(product, person).session.secondFactor()).toEqual({ isOn: true, recoveryCodesLeft: 8 });
    const other = await addPerson(product.database);
    await turnOnSecondFactor(product, other);
    expect(await signIn(other.email, recoveryCodes[2])).toMatchObject({ code: 'WRONG_CODE' });
  });

  test('is encrypted for one account: a secret copied to another account doesn’t work there', async () => {
    const [mine, theirs] = [await addPerson(product.database), await addPerson(product.database)];
    const { secret, nextCode } = await turnOnSecondFactor(product, mine);
    await turnOnSecondFactor(product, theirs);
    const { owner } = product.database;
    const stored = await owner.selectFrom('secondFactors').selectAll().where('userId', '=', mine.userId).execute();
    expect(stored[0]?.secret).not.toContain(secret);
    await owner
      .updateTable('secondFactors')
      .set({ secret: stored[0]!.secret })
      .where('userId', '=', theirs.userId)
      .execute();
    expect(await signIn(theirs.email, nextCode)).toMatchObject({ code: 'WRONG_CODE' });
    expect(await signIn(mine.email, nextCode)).toEqual(ok);
  });

  test('refuses more than ten wrong codes, whatever addresses they come from', async () => {
    const person = await addPerson(product.database);
    const { nextCode } = await turnOnSecondFactor(product, person);
    for (let count = 0; count < 10; count += 1) {
      expect(await signIn(person.email, 'ABCD')).toMatchObject({ code: 'WRONG_CODE' });
    }
    expect(await signIn(person.email, nextCode)).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: expect.stringMatching(/^Too many wrong codes\./),
    });
    // Wrong codes count only for the person they were tried for.
    const other = await addPerson(product.database);
    const { nextCode: own } = await turnOnSecondFactor(product, other);
    expect(await signIn(other.email, own)).toEqual(ok);
  });

  test('counts a wrong code for its person alone', async () => {
    const person = await addPerson(product.database);
    await turnOnSecondFactor(product, person);
    const { owner } = product.database;
    await owner.deleteFrom('signInFailures').execute();
    // Its password is right, so only the code is counted.
    const turnOff = callsAs(product, person).session.removeSecondFactor({ currentPassword: PASSWORD, code: 'ABCD' });
    expect(await refused(turnOff)).toMatchObject({ code: 'WRONG_CODE' });
    const counted = await owner.selectFrom('signInFailures').select('key').where('failures', '>', 0).execute();
    expect(counted.map(({ key }) => key.includes(person.userId))).toEqual([true, true, true]);
  });

  test('wrong codes are logged, and a reset by support forgets them', async () => {
    const person = await addPerson(product.database);
    await turnOnSecondFactor(product, person);
    for (let count = 0; count < 10; count += 1) await signIn(person.email, 'ABCD');
    expect(
      product.logged.filter(({ event, userId }) => event === 'wrong code' && userId === person.userId),
    ).toHaveLength(10);
    await peopleCommand(['reset-second-factor', person.email])(product.database);
    const { nextCode } = await turnOnSecondFactor(product, person);
    expect(await signIn(person.email, nextCode)).toEqual(ok);
  });

  test('confirmed twice at the same moment has one set of recovery codes, which works', async () => {
    const person = await addPerson(product.database);
    const { session } = callsAs(product, person);
    const { secret } = await session.beginSecondFactor({ currentPassword: PASSWORD });
    // Two codes that stay valid for half a minute: a code alone is accepted once.
    const codes = [codeOf(secret), codeOf(secret, 1)];
    const answers = await Promise.allSettled(codes.map((code) => session.confirmSecondFactor({ code })));
    const [confirmed, ...others] = answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(others).toEqual([]);
    expect(await session.secondFactor()).toEqual({ isOn: true, recoveryCodesLeft: 10 });
    expect(await signIn(person.email, confirmed!.recoveryCodes[0])).toEqual(ok);
  });

  test('confirmed while it is turned on elsewhere gets no recovery codes', async () => {
    const { userId, token } = await addPerson(product.database);
    const { session } = callsAs(product, { token });
    const { secret } = await session.beginSecondFactor({ currentPassword: PASSWORD });
    const { answer } = await product.database.owner.transaction().execute(async (tx) => {
      await tx.updateTable('secondFactors').set({ confirmedAt: new Date() }).where('userId', '=', userId).execute();
      const confirming = refused(session.confirmSecondFactor({ code: codeOf(secret) }));
      await untilBlocked(product.database);
      return { answer: confirming };
    });
    expect(await answer).toMatchObject({ code: 'CONFLICT' });
    expect(await session.secondFactor()).toEqual({ isOn: true, recoveryCodesLeft: 0 });
  });

  test('is turned off with the password and a code, and the history names the person both times', async () => {
    const person = await addPerson(product.database, { name: 'Fay Factor', superAdmin: true });
    const { nextCode, recoveryCodes } = await turnOnSecondFactor(product, person);
    const { session, history } = callsAs(product, person);
    const turnOff = (currentPassword: string, code: string) =>
      refused(session.removeSecondFactor({ currentPassword, code }));
    expect(await turnOff('wrong', nextCode)).toMatchObject({ code: 'WRONG_PASSWORD' });
    expect(await turnOff(PASSWORD, '000000')).toMatchObject({ code: 'WRONG_CODE' });
    // A session that was left open can't try codes without the password, nor use up the person's attempts.
    expect(await refused(session.confirmSecondFactor({ code: '000000' }))).toMatchObject({ code: 'CONFLICT' });
    expect(await turnOff(PASSWORD, recoveryCodes[0] ?? '')).toEqual(ok);
    expect(await signIn(person.email)).toEqual(ok);
    const { rows } = await history.list({ recordId: person.userId, subject: 'secondFactor' });
    expect(rows.map(({ by, action, label, before, after }) => [by?.name, action, label, before, after])).toEqual([
      ['Fay Factor', 'delete', 'Fay Factor', null, null],
      ['Fay Factor', 'create', 'Fay Factor', null, null],
    ]);
  });

  test('is reset by support on the command line', async () => {
    const person = await addPerson(product.database);
    const { email } = person;
    await turnOnSecondFactor(product, person);
    const reset = () => peopleCommand(['reset-second-factor', email])(product.database);
    // Perhaps by single sign-on: not everybody has a password.
    expect(await reset()).toBe(`${email} now signs in without a second factor, and can set up a new one.`);
    expect(await signIn(email)).toEqual(ok);
    const hasNone = `${email} has no second factor.`;
    await expect(reset()).rejects.toThrow(hasNone);
    await callsAs(product, person).session.beginSecondFactor({ currentPassword: PASSWORD });
    await expect(reset()).rejects.toThrow(hasNone);
  });

  test('is still asked for after a reset link has replaced the password', async () => {
    const person = await addPerson(product.database);
    const { nextCode } = await turnOnSecondFactor(product, person);
    const { passwordResets } = callsAs(product, await addPerson(product.database, { superAdmin: true }));
    const { token } = await passwordResets.create({ userId: person.userId });
    const newPassword = 'seven geese in a canoe';
    const browser = product.browser({ address: newAddress() });
    await browser.calls.session.resetPassword({ token, newPassword });
    expect(await browser.calls.session.me()).toBeNull();
    expect(await signIn(person.email, undefined, newPassword)).toMatchObject({ code: 'CODE_REQUIRED' });
    expect(await signIn(person.email, nextCode, newPassword)).toEqual(ok);
  });

  test('is stored encrypted: another key can’t read it, and recovery codes still work', async () => {
    const withKey = await startInProcess({ SECOND_FACTOR_KEY: 'k'.repeat(32) }, product.database);
    const person = await addPerson(product.database);
    const { secret, nextCode, recoveryCodes } = await turnOnSecondFactor(withKey, person);
    const stored = await product.database.owner
      .selectFrom('secondFactors')
      .innerJoin('recoveryCodes', 'recoveryCodes.userId', 'secondFactors.userId')
      .selectAll()
      .where('secondFactors.userId', '=', person.userId)
      .execute();
    expect(JSON.stringify(stored)).not.toContain(secret);
    for (const code of recoveryCodes) expect(JSON.stringify(stored)).not.toContain(code);
    expect(await signIn(person.email, nextCode)).toMatchObject({ code: 'WRONG_CODE' });
    expect(await signIn(person.email, recoveryCodes[0])).toEqual(ok);
  });
});

test('where super admins must have a second factor, one without it has no rights until it is set up', async () => {
  const strict = await startInProcess({ REQUIRE_TOTP_FOR_SUPER_ADMINS: 'on' });
  await applySecondFactorRule(strict.database, strict.settings);
  const admin = await addPerson(strict.database, { dbManager: true });
  const { session, schools } = callsAs(strict, admin);
  expect(await session.me()).toMatchObject({ isSuperAdmin: false, isDbManager: false, secondFactorMissing: true });
  expect(await refused(schools.list({}))).toMatchObject({ status: 403 });
  const viewer = await addPerson(strict.database);
  expect(await callsAs(strict, viewer).session.me()).toMatchObject({ secondFactorMissing: false });
  await turnOnSecondFactor(strict, admin);
  expect(await session.me()).toMatchObject({ isSuperAdmin: true, isDbManager: true, secondFactorMissing: false });
  expect(await refused(schools.list({}))).toEqual(ok);
  await applySecondFactorRule(strict.database, product.settings);
  expect(await factOf(strict.database.owner, SECOND_FACTOR_RULE)).toBe('optional');
  const other = await addPerson(strict.database, { superAdmin: true });
  expect(await refused(callsAs(strict, other).schools.list({}))).toEqual(ok);
  await strict.close();
});

test('where they never had to, nothing is written, because a standby can’t', async () => {
  await applySecondFactorRule(product.database, product.settings);
  expect(await factOf(product.database.owner, SECOND_FACTOR_RULE)).toBeUndefined();
});
