// Many attempts to sign in at the same moment, and what deletes their counts meanwhile.
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp } from '#server/cleanup.ts';
import { peopleCommand } from '#server/people/people.ts';
import { turnOnSecondFactor } from '../authenticator.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, callsAs, PASSWORD } from '../people.ts';
import { untilBlocked } from '../until-blocked.ts';
import { newAddress, refused } from './refused.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

const fail = (email: string, address: string) =>
  refused(product.browser({ address }).calls.session.signIn({ email, password: 'wrong' }));
const failTimes = (times: number, email: string, address: string) =>
  Promise.all(Array.from({ length: times }, () => fail(email, address)));

test('only ten of thirty simultaneous attempts are checked', async () => {
  const { email } = await addPerson(product.database);
  const outcomes = await failTimes(30, email, newAddress());
  expect(outcomes.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(outcomes.filter(({ status }) => status === 429)).toHaveLength(20);
});

test('attempts never deadlock, wherever their counts are stored', async () => {
  const { owner } = product.database;
  const { email } = await addPerson(product.database);
  const address = newAddress();
  // An attempt counts for the address first. PostgreSQL finds the rows of a small table in the order in which they are stored.
  const stored = [`pair ${email} ${address}`, `email ${email}`, `address ${address}`];
  for (const key of stored) {
    await sql`insert into sign_in_failures values (${key}, 10, now() + interval '10 minutes')`.execute(owner);
  }
  await sql`create function slowly() returns trigger language plpgsql as
    'begin perform pg_sleep(0.02); return new; end'`.execute(owner);
  await sql`create trigger slowly before update on sign_in_failures
    for each row execute function slowly()`.execute(owner);
  const outcomes = await failTimes(6, email, address);
  await sql`drop function slowly cascade`.execute(owner);
  expect(outcomes.map(({ status }) => status)).toEqual([429, 429, 429, 429, 429, 429]);
});

const support = (...words: string[]) => peopleCommand(words)(product.database);

test.each([
  ['a link replaces the password', false],
  ['support sets a password', false],
  ['support resets the second factor', true],
  ['expired counts are deleted', false],
] as const)('an attempt never deadlocks while %s', async (what, isOfCodes) => {
  const { database, settings } = product;
  const { owner } = database;
  const person = await addPerson(database);
  const { email, userId } = person;
  const address = newAddress();
  if (isOfCodes) await turnOnSecondFactor(product, person);
  const { passwordResets } = callsAs(product, await addPerson(database, { superAdmin: true }));
  const { token } = await passwordResets.create({ userId });
  await owner.deleteFrom('signInFailures').execute();
  const [by, from] = isOfCodes ? [`code ${userId}`, `code ${userId}`] : [email, address];
  const ends = sql`now() + ${what.startsWith('expired') ? '-1 minute' : '10 minutes'}::interval`;
  for (const key of [`pair ${by} ${from}`, `email ${by}`, `address ${from}`])
    await sql`insert into sign_in_failures values (${key}, 1, ${ends})`.execute(owner);
  const warnings: string[] = [];
  const log = pino({}, { write: (line: string) => void warnings.push(line) });
  const newPassword = 'seven geese in a canoe';
  const deletions: Record<typeof what, () => Promise<unknown>> = {
    'a link replaces the password': () => product.browser().calls.session.resetPassword({ token, newPassword }),
    'support sets a password': () => support('set-password', email),
    'support resets the second factor': () => support('reset-second-factor', email),
    'expired counts are deleted': () => cleanUp(database, settings, log),
  };
  const password = isOfCodes ? PASSWORD : 'wrong';
  const { both } = await owner.transaction().execute(async (tx) => {
    await sql`select from sign_in_failures where key = ${`email ${by}`} for update`.execute(tx);
    const attempt = refused(product.browser({ address }).calls.session.signIn({ email, password, code: 'ABCD' }));
    await untilBlocked(database);
    const deletion = deletions[what]();
    await untilBlocked(database, 2);
    return { both: [attempt, deletion] as const };
  });
  expect(await both[0]).toMatchObject({ status: isOfCodes ? 422 : 401 });
  await both[1];
  expect(warnings).toEqual([]);
});
