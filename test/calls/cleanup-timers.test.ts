// The cleanup job runs a minute after the start and then every ten minutes, and a step that fails holds up no other.
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { readSettings } from '#server/settings.ts';
import { startCleanup } from '#server/cleanup.ts';
import { openTestDatabase } from '#test/database.ts';

const MINUTE = 60_000;
const settings = readSettings({ NODE_ENV: 'test' });
let logged: { level: number; msg: string }[] = [];
const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line) as (typeof logged)[number]) });

let database: Database;
let stop: () => Promise<void>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  logged = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  stop = startCleanup(database, settings, log, () => {});
  await sql`insert into sign_in_failures (key, failures, window_ends) values ('address 192.0.2.9', 3, now() - interval '1 second')`.execute(
    database.owner,
  );
});
afterEach(async () => {
  await stop();
  vi.useRealTimers();
  await database.owner.deleteFrom('signInFailures').execute();
});

const left = async (): Promise<number> =>
  (await database.owner.selectFrom('signInFailures').select('key').execute()).length;

/** Lets the server run for that long, and stops it after a cleanup that has begun. */
async function runFor(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  await stop();
}

test('expired records are deleted a minute after the start, so that a server which is restarted often deletes them, too', async () => {
  await runFor(MINUTE - 1);
  expect(await left()).toBe(1);
  stop = startCleanup(database, settings, log, () => {});
  await runFor(MINUTE);
  expect(await left()).toBe(0);
  expect(logged).toEqual([]);
});

test('the cleanup runs again every ten minutes', async () => {
  const runsWithin = async (ms: number): Promise<number> => {
    await stop();
    let runs = 0;
    stop = startCleanup(database, settings, log, () => void (runs += 1));
    await runFor(ms);
    return runs;
  };
  expect(await runsWithin(10 * MINUTE - 1)).toBe(1);
  expect(await runsWithin(10 * MINUTE)).toBe(2);
  expect(await runsWithin(30 * MINUTE)).toBe(4);
});

test('a stopped server no longer cleans up', async () => {
  await stop();
  vi.advanceTimersByTime(60 * MINUTE);
  expect(vi.getTimerCount()).toBe(0);
  expect(await left()).toBe(1);
});

test('a step that fails is logged, and the other steps of the cleanup run', async () => {
  await sql`alter table season_books rename to season_books_away`.execute(database.owner);
  await sql`insert into schools (name, short_name) values ('Gone', 'G')`.execute(database.owner);
  await sql`delete from schools`.execute(database.owner);
  await sql`update deleted_records set deleted_at = now() - interval '31 days'`.execute(database.owner);
  await runFor(MINUTE);
  await sql`alter table season_books_away rename to season_books`.execute(database.owner);
  expect(logged).toMatchObject([{ level: 40, msg: 'Could not delete what has expired' }]);
  expect(await left()).toBe(0);
  expect(await database.owner.selectFrom('deletedRecords').select('subject').execute()).toEqual([]);
});
