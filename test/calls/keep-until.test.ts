// A school's ballots are deleted after the day that it chose, even if deleting another school's ballots fails.
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { deleteOutdatedBooks } from '#server/season/keep-until.ts';
import { readSettings } from '#server/settings.ts';
import { cleanUp } from '#server/cleanup.ts';
import { clockOf } from '#test/clock.ts';
import { openTestDatabase } from '#test/database.ts';
import { addRoundWithBallots, addSchool } from '#test/people.ts';

const opened: Database[] = [];
let database: Database;
beforeEach(async () => {
  database = await openTestDatabase({ made: 'with a clock' });
  opened.push(database);
});
afterAll(async () => {
  for (const each of opened) await each.close();
});

/** A school with ballots that are kept until a day. */
async function schoolUntil(day: string): Promise<string> {
  const school = await addSchool(database, `Until ${day} ${opened.length}`);
  await addRoundWithBallots(database, school);
  await sql`update season_books set keep_until = ${day}::date where school_id = ${school.id}`.execute(database.owner);
  return school.id;
}
const ballotsOf = async (schoolId: string): Promise<number> =>
  (await database.owner.selectFrom('keptBallots').select('id').where('schoolId', '=', schoolId).execute()).length;

test.each([
  ['at noon in London', '2026-06-30T11:00:00Z', 3],
  ['late in the evening in New York', '2026-07-01T03:59:00Z', 3],
  ['late in the evening in Honolulu', '2026-07-01T09:59:00Z', 3],
  ['a day later in London', '2026-07-01T12:01:00Z', 0],
])('ballots that are kept until June 30: %s', async (_, now, left) => {
  const schoolId = await schoolUntil('2026-06-30');
  await clockOf(database).set(now);
  await deleteOutdatedBooks(database);
  expect(await ballotsOf(schoolId)).toBe(left);
});

test('a failure to delete one school’s ballots doesn’t stop the deletion of another’s or the rest of the cleanup', async () => {
  const [stuck, other] = [await schoolUntil('2026-01-01'), await schoolUntil('2026-01-01')];
  await sql`insert into deleted_records (record_id, subject, label, school_id, deleted_at)
    values (gen_random_uuid(), 'teams', 'Old', ${other}, now() - interval '31 days')`.execute(database.owner);
  await sql
    .raw(
      `create function refuse() returns trigger language plpgsql as $$ begin
      if old.school_id = '${stuck}' then raise 'stuck'; end if; return old; end $$`,
    )
    .execute(database.owner);
  await sql`create trigger refuse before delete on kept_ballots for each row execute function refuse()`.execute(
    database.owner,
  );
  const logged: string[] = [];
  const log = pino({}, { write: (line: string) => void logged.push(line) });
  await cleanUp(database, readSettings({ NODE_ENV: 'test' }), log);
  expect([await ballotsOf(stuck), await ballotsOf(other)]).toEqual([3, 0]);
  expect(await database.owner.selectFrom('deletedRecords').select('recordId').execute()).toEqual([]);
  expect(logged.join('')).toContain('stuck');
});
