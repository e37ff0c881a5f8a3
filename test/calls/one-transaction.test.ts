// A write is one transaction, however its statements start.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallMeta } from '#contract/call.ts';
import { NO_PERMISSION } from '#contract/words.ts';
import type { Database, Tx } from '#server/database/database.ts';
import { Entry } from '#server/database/entry.ts';
import { newAccessToken } from '#server/sign-in/access-tokens.ts';
import { openTestDatabase } from '#test/database.ts';
import { addPerson } from '#test/people.ts';

let database: Database;
let token: string | undefined;
beforeAll(async () => {
  database = await openTestDatabase({ pool: 1 });
  ({ token } = await addPerson(database, { superAdmin: true }));
});
afterAll(() => database.close());

const CREATE = { may: { action: 'create', subject: 'school' }, writes: true, runs: 'transaction' } as const;
const OPEN = { may: 'open', writes: false, runs: 'transaction' } as const;
const limits = { SESSION_IDLE_SECONDS: 3600, SESSION_SECONDS: 86_400 };

/** Adds schools with these ids at the same time, in one write. */
const addTogether = (ids: string[], may: CallMeta['may'] = { action: 'create', subject: 'school' }) =>
  new Entry(database, limits, token).write({ meta: { may, writes: true, runs: 'transaction' }, input: {} }, (tx) =>
    Promise.all(ids.map((id) => tx.insertInto('schools').values({ id, name: randomUUID(), shortName: 'S' }).execute())),
  );

const stored = async (ids: string[]): Promise<number> =>
  (await database.owner.selectFrom('schools').select('id').where('id', 'in', ids).execute()).length;

test('first statements that start together are committed together, and the connection is given back', async () => {
  for (let times = 0; times < 3; times += 1) {
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    await addTogether(ids);
    expect(await stored(ids)).toBe(3);
  }
});

test('if one of them fails, none is saved', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  for (const ids of [
    [first, first, second],
    [first, second, second],
  ]) {
    await expect(addTogether(ids)).rejects.toThrow('schools_pkey');
    expect(await stored(ids)).toBe(0);
  }
});

test('if the person is refused, none runs', async () => {
  const ids = [randomUUID(), randomUUID()];
  await expect(addTogether(ids, { action: 'delete', subject: 'school' })).rejects.toThrow(NO_PERMISSION);
  expect(await stored(ids)).toBe(0);
});

test('a failure that the work doesn’t notice saves nothing, and isn’t called a success', async () => {
  const ids = [randomUUID(), randomUUID()];
  const add = (tx: Tx, id: string) => tx.insertInto('schools').values({ id, name: id, shortName: 'S' }).execute();
  const entry = new Entry(database, limits, token);
  const writing = entry.write({ meta: CREATE, input: {} }, async (tx) => {
    for (const id of [...ids, ...ids]) await add(tx, id).catch(() => {});
  });
  await expect(writing).rejects.toThrow('A statement failed, so nothing was saved.');
  expect(await stored(ids)).toBe(0);
});

test('nothing can be added to a transaction that has ended', async () => {
  let late: Tx | undefined;
  const id = randomUUID();
  await new Entry(database, limits, token).write({ meta: CREATE, input: {} }, async (tx) => {
    late = tx;
    await tx.selectFrom('schools').select('id').limit(1).execute();
  });
  const adding = late?.insertInto('schools').values({ id, name: id, shortName: 'S' }).execute();
  await expect(adding).rejects.toThrow('This transaction has ended.');
  expect(await stored([id])).toBe(0);
});

test('a program whose token has ended a moment ago gets no answer meant for visitors', async () => {
  const entry = new Entry(database, limits, { accessToken: newAccessToken() });
  const reading = entry.read({ meta: OPEN, input: undefined }, (tx) =>
    tx.selectFrom('serviceStatuses').select('name').execute(),
  );
  await expect(reading).rejects.toMatchObject({
    status: 401,
    message: 'This access token doesn’t exist, or it has ended.',
  });
});
