// The server's own long work doesn't use the connections of calls: these are closed when PostgreSQL is silent for as long as it takes.
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPostgresDatabase } from '#server/database/database.ts';
import { startServer } from '#server/server.ts';
import { readSettings } from '#server/settings.ts';
import { openTestDatabase } from '#test/database.ts';
import { eventually } from '#test/eventually.ts';

const MINUTE = 60_000;

const folder = fs.mkdtempSync(path.join(tmpdir(), 'courtside-own-work-'));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  fs.rmSync(folder, { recursive: true, force: true });
});

test('while calls have every connection of theirs, the daily backup is made and what has expired is deleted', async () => {
  const patient = await openTestDatabase();
  await sql`insert into sign_in_failures (key, failures, window_ends) values ('address 192.0.2.9', 3, now() - interval '1 second')`.execute(
    patient.owner,
  );
  const calls = openPostgresDatabase(patient.fastUrl, { pool: 1 });
  const settings = readSettings({ NODE_ENV: 'test', DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' });
  const server = await startServer(settings, calls, patient);
  await calls.settled();
  const call = await calls.acquire();
  vi.advanceTimersByTime(MINUTE);
  vi.useRealTimers();
  await eventually(async () => {
    expect(fs.readdirSync(folder)).toEqual(['backups']);
    expect(fs.readdirSync(`${folder}/backups`)).toEqual([expect.stringMatching(/\.jsonl\.gz$/)]);
    expect(await patient.owner.selectFrom('signInFailures').select('key').execute()).toEqual([]);
  });
  call.giveBack();
  await server.stop();
});
