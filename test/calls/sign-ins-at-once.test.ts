// Many attempts to sign in at the same moment.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson } from '../people.ts';
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
