// The daily backup: when it is made, which old ones are deleted, and what happens when it fails.
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { backUpWhenDue, startDailyBackup } from '#server/backup/daily-backup.ts';
import type { Database } from '#server/database/database.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { openTestDatabase } from '#test/database.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

let folder: string;
let settings: Settings;
let logged: { level: number; msg: string }[];
const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line) as (typeof logged)[number]) });
beforeEach(() => {
  logged = [];
  folder = fs.mkdtempSync(path.join(tmpdir(), 'courtside-daily-'));
  settings = readSettings({ DATA_DIR: folder, BACKUP_KEEP: '3' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  fs.rmSync(folder, { recursive: true, force: true });
});

const backups = (): string[] => (fs.existsSync(`${folder}/backups`) ? fs.readdirSync(`${folder}/backups`) : []);

/** Lets the server run for that long, and stops it after the work that has begun. */
async function runFor(ms: number, running = settings): Promise<void> {
  const stop = startDailyBackup(database, running, log);
  vi.advanceTimersByTime(ms);
  await stop();
}

test('the first backup is made a minute after the start, and the next one a day later', async () => {
  await runFor(MINUTE - 1);
  expect(backups()).toEqual([]);
  await runFor(MINUTE);
  expect(backups()).toHaveLength(1);
  expect(logged).toMatchObject([{ level: 30, event: 'backup' }]);
  await runFor(60 * MINUTE);
  // The server has stopped.
  vi.advanceTimersByTime(2 * DAY);
  expect(backups()).toHaveLength(1);
  await runFor(10 * MINUTE);
  expect(backups()).toHaveLength(2);
});

test('a backup that fails is logged as an error, and the next check makes it', async () => {
  fs.writeFileSync(`${folder}/backups`, 'a file in the way');
  await runFor(MINUTE);
  expect(logged).toMatchObject([{ level: 50, msg: 'The daily backup failed', err: { code: 'ENOTDIR' } }]);
  fs.rmSync(`${folder}/backups`);
  await runFor(10 * MINUTE);
  expect(backups()).toHaveLength(1);
});

test('an unfinished backup is also deleted when the next one fails, so that it doesn’t keep the disk full', async () => {
  const unfinished = path.join(folder, 'backups/courtside-2026-03-01T03-00-00Z.jsonl.gz-1.part');
  fs.mkdirSync(path.dirname(unfinished));
  fs.writeFileSync(unfinished, '');
  fs.utimesSync(unfinished, 0, 0);
  const gone = await openTestDatabase();
  await gone.close();
  await expect(backUpWhenDue(gone, settings, new Date())).rejects.toThrow();
  expect(backups()).toEqual([]);
});

test('with BACKUP_KEEP=0 or the operator’s own PostgreSQL, no backup is made', async () => {
  await runFor(DAY, readSettings({ DATA_DIR: folder, BACKUP_KEEP: '0' }));
  await runFor(DAY, readSettings({ DATA_DIR: folder, DATABASE_URL: 'postgres://db/one' }));
  expect(backups()).toEqual([]);
});

test('old backups and unfinished ones are deleted, even after the clock was set back', async () => {
  const at = (day: number, hour: number): Date => new Date(Date.UTC(2026, 2, day, hour));
  expect(await backUpWhenDue(database, settings, at(1, 2))).toContain('courtside-2026-03-01T02-00-00Z.jsonl.gz');
  expect(await backUpWhenDue(database, settings, at(1, 20))).toBeUndefined();
  const unfinished = path.join(folder, 'backups/courtside-2026-03-01T03-00-00Z.jsonl.gz-1.part');
  fs.writeFileSync(unfinished, '');
  fs.utimesSync(unfinished, at(1, 3), at(1, 3));
  for (const day of [2, 3, 4]) expect(await backUpWhenDue(database, settings, at(day, 3))).toBeDefined();
  expect(backups()).toHaveLength(3);
  const made = await backUpWhenDue(database, settings, at(2, 1));
  expect(fs.existsSync(made ?? 'none')).toBe(true);
  const file = path.join(folder, 'backups', backups()[0] ?? '');
  // eslint-disable-next-line no-bitwise -- the permission bits of a file are bits
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
});
