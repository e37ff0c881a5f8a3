// The cleanup job runs a minute after the start and then every ten minutes, and a step that fails holds up no other.
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { readSettings } from '#server/settings.ts';
import { cleanUp, startCleanup } from '#server/cleanup.ts';
import { openTestDatabase } from '#test/database.ts';
import { eventually } from '#test/eventually.ts';
import { untilBlocked } from '#test/until-blocked.ts';

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

/** Lets the cleanup that has begun end. */
async function untilClean(): Promise<void> {
  vi.useRealTimers();
  await eventually(async () => {
    expect(await left()).toBe(0);
    expect(await database.owner.selectFrom('deletedRecords').select('label').execute()).toEqual([]);
  });
  await stop();
}

test('expired records are deleted a minute after the start, so that a server which is restarted often deletes them, too', async () => {
  vi.advanceTimersByTime(MINUTE - 1);
  await stop();
  expect(await left()).toBe(1);
  stop = startCleanup(database, settings, log, () => {});
  vi.advanceTimersByTime(MINUTE);
  await untilClean();
  expect(logged).toEqual([]);
});

test('the cleanup runs again every ten minutes', async () => {
  const runsWithin = async (ms: number): Promise<number> => {
    await stop();
    let runs = 0;
    stop = startCleanup(database, settings, log, () => void (runs += 1));
    vi.advanceTimersByTime(ms);
    await stop();
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

test('a server that stops waits for the step of the cleanup that has begun, and leaves the rest to another', async () => {
  const { owner } = database;
  await sql`insert into deleted_records (record_id, subject, label, deleted_at)
    select gen_random_uuid(), 'case', 'Case ' || n, now() - make_interval(days => 33 - n) from generate_series(1, 2) n`.execute(
    owner,
  );
  const stopped = await owner.transaction().execute(async (tx) => {
    await sql`select from deleted_records where label = 'Case 1' for update`.execute(tx);
    vi.advanceTimersByTime(MINUTE);
    vi.useRealTimers();
    await untilBlocked(database);
    return { waiting: stop() };
  });
  await stopped.waiting;
  expect(await owner.selectFrom('deletedRecords').select('label').execute()).toEqual([{ label: 'Case 2' }]);
  await cleanUp(database, settings, log);
  expect(await owner.selectFrom('deletedRecords').select('label').execute()).toEqual([]);
});

test('a step that fails is logged, and the other steps of the cleanup run', async () => {
  await sql`alter table password_resets rename to password_resets_away`.execute(database.owner);
  await sql`insert into deleted_records (record_id, subject, label, deleted_at)
    values (gen_random_uuid(), 'case', 'Case', now() - interval '31 days')`.execute(database.owner);
  vi.advanceTimersByTime(MINUTE);
  await untilClean();
  await sql`alter table password_resets_away rename to password_resets`.execute(database.owner);
  expect(logged).toMatchObject([{ level: 40, msg: 'Could not delete what has expired' }]);
});
