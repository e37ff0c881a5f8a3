// A try-out is deleted after the day that staff chose, with its candidates and scores, and not before that day is over everywhere.
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import { cleanUp } from '#server/cleanup.ts';
import type { Database } from '#server/database/database.ts';
import { readSettings } from '#server/settings.ts';
import { clockOf } from '#test/clock.ts';
import { openTestDatabase } from '#test/database.ts';
import { addPerson, addSchool } from '#test/people.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase({ made: 'with a clock' });
});
afterAll(() => database.close());

async function tryOutUntil(deleteAfter: string): Promise<string> {
  const { owner } = database;
  const { id: schoolId } = await addSchool(database, `School ${randomUUID()}`);
  const { userId: raterId } = await addPerson(database, { roles: { [schoolId]: 'admin' } });
  const id = randomUUID();
  await owner.insertInto('tryOuts').values({ id, schoolId, name: 'Fall', sheet: TRY_OUT, deleteAfter }).execute();
  const { id: candidateId } = await owner
    .insertInto('tryOutCandidates')
    .values({ tryOutId: id, schoolId, name: 'Ada' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await owner
    .insertInto('tryOutRatings')
    .values({ candidateId, raterId, tryOutId: id, schoolId, scores: {} })
    .execute();
  return id;
}
const countOf = async (table: 'tryOuts' | 'tryOutCandidates' | 'tryOutRatings'): Promise<number> =>
  (await database.owner.selectFrom(table).selectAll().execute()).length;

test('try-outs are deleted after their day is over in every time zone', async () => {
  await clockOf(database).set('2026-06-01T12:00:00Z');
  await tryOutUntil('2026-06-30');
  const later = await tryOutUntil('2026-07-15');
  const left: [string, number][] = [];
  for (const now of ['2026-06-30T11:00:00Z', '2026-07-01T11:59:00Z', '2026-07-01T12:01:00Z']) {
    await clockOf(database).set(now);
    await cleanUp(database, readSettings({ NODE_ENV: 'test' }), pino({ level: 'silent' }));
    left.push([now, await countOf('tryOuts')]);
  }
  expect(left).toEqual([
    ['2026-06-30T11:00:00Z', 2],
    ['2026-07-01T11:59:00Z', 2],
    ['2026-07-01T12:01:00Z', 1],
  ]);
  expect(await database.owner.selectFrom('tryOuts').select('id').execute()).toEqual([{ id: later }]);
  expect([await countOf('tryOutCandidates'), await countOf('tryOutRatings')]).toEqual([1, 1]);
});
