// The commands that an operator types, ended in the middle: by a signal, or by a restore of the same database.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPrivatePostgres } from '#server/private-postgres/private-postgres.ts';
import { isPostmaster, readPidFile } from '#server/private-postgres/postmaster.ts';
import { eventually } from '#test/eventually.ts';
import { newPostgresUrl } from './databases.ts';
import { startDelayingProxy } from './outside/delaying-proxy.ts';
import { copyDemoWorld } from '../setup/demo-world.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** As npm runs commands: with code that Node has compiled before. */
const LAUNCH = path.join(ROOT, 'scripts/launch.js');
const folder = fs.mkdtempSync(path.join(tmpdir(), 'courtside-ended-'));
const dataDir = path.join(folder, 'data');
const file = path.join(folder, 'all.jsonl.gz');
const target = path.join(folder, 'made');

const start = (name: string, args: string[], settings: Record<string, string> = { DATA_DIR: dataDir }) => {
  const child = spawn(process.execPath, [LAUNCH, path.join(ROOT, `scripts/${name}.ts`), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...settings },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, text }));
  return { ended, kill: (signal: NodeJS.Signals) => child.kill(signal) };
};

const connect = async (url: string) => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
};
const waits = async (client: pg.Client) => {
  const { rows } = await client.query(
    'select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())',
  );
  expect(rows.length).toBeGreaterThan(0);
};
const countUsers = async (client: pg.Client) => {
  const { rows } = await client.query<{ count: string }>('select count(*) from users');
  return Number(rows[0]?.count);
};
/** A restore or a backup that begins now waits in its middle: until then, the tables are locked, or half of them written. */
const HOLD = {
  backup: 'begin; lock table users in access exclusive mode',
  restore: "begin; select nextval(pg_get_serial_sequence('changes', 'id'))",
};

beforeAll(async () => {
  copyDemoWorld(dataDir);
  const { code, text } = await start('backup', [file]).ended;
  expect(code, text).toBe(0);
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

test.each([
  ['backup', [path.join(target, 'mine.jsonl.gz')], 'SIGINT', 'No backup was made.'],
  ['restore', [file, '--replace'], 'SIGTERM', 'Nothing was restored.'],
] as const)(
  '%s %j stopped by %s leaves nothing half done and stops PostgreSQL',
  async (name, args, signal, unfinished) => {
    const options = { dataDir, serves: false, create: false, connections: 5, say: () => {} };
    const member = await openPrivatePostgres(options);
    const [holder, watcher] = [await connect(member.url), await connect(member.url)];
    const before = await countUsers(watcher);
    await holder.query(HOLD[name]);
    const { ended, kill } = start(name, [...args]);
    await eventually(() => waits(watcher));
    if (name === 'backup') expect(fs.readdirSync(target)).toHaveLength(1);
    const postmaster = readPidFile(path.join(dataDir, 'database'))?.pid ?? 0;
    // The command is now the last one that uses PostgreSQL.
    await member.leave();
    kill(signal);
    expect(await ended).toEqual({ code: 1, text: `Database: ${dataDir}\nStopped. ${unfinished}\n` });
    expect(isPostmaster(postmaster, path.join(dataDir, 'database'))).toBe(false);
    expect(fs.existsSync(target) ? fs.readdirSync(target) : []).toEqual([]);
    const again = await openPrivatePostgres(options);
    const after = await connect(again.url);
    expect(await countUsers(after)).toBe(before);
    await after.end();
    await again.leave();
  },
);

test('a restore that is killed leaves everything as it was, and the next one succeeds', async () => {
  const options = { dataDir, serves: false, create: false, connections: 5, say: () => {} };
  const member = await openPrivatePostgres(options);
  const [holder, watcher] = [await connect(member.url), await connect(member.url)];
  const before = await countUsers(watcher);
  await holder.query(HOLD.restore);
  const { ended, kill } = start('restore', [file, '--replace']);
  await eventually(() => waits(watcher));
  kill('SIGKILL');
  await ended;
  await holder.query('rollback');
  expect(await countUsers(watcher)).toBe(before);
  await Promise.all([holder.end(), watcher.end()]);
  const { code, text } = await start('restore', [file, '--replace']).ended;
  expect(code, text).toBe(0);
  const after = await connect(member.url);
  expect(await countUsers(after)).toBe(before);
  await after.end();
  await member.leave();
});

test.each([
  ['backup', [path.join(target, 'beside.jsonl.gz')], 'No backup was made.'],
  ['people', ['list'], 'It may not have taken effect.'],
])('%s %j beside a restore ends with a sentence', async (name, args, unfinished) => {
  const url = await newPostgresUrl('migrated');
  const holder = await connect(url);
  const watcher = await connect(url);
  await holder.query(HOLD.backup);
  const { ended } = start(name, args, { DATABASE_URL: url });
  await eventually(() => waits(watcher));
  const restoring = start('restore', [file, '--replace'], { DATABASE_URL: url }).ended;
  const { code, text } = await ended;
  await holder.query('rollback');
  expect(code).toBe(1);
  expect(text.split('\n').slice(1)).toEqual([
    `A restore of this database, or a stop of PostgreSQL, ended this command. ${unfinished} Run it again once the database is back.`,
    '',
  ]);
  const restored = await restoring;
  expect(restored.code, restored.text).toBe(0);
  await Promise.all([holder.end(), watcher.end()]);
});

test('of two restores at once, the second is refused in a sentence and the first goes on', async () => {
  const url = await newPostgresUrl('migrated');
  const [holder, watcher] = [await connect(url), await connect(url)];
  await holder.query(HOLD.restore);
  const first = start('restore', [file, '--replace'], { DATABASE_URL: url }).ended;
  await eventually(() => waits(watcher));
  const second = await start('restore', [file, '--replace'], { DATABASE_URL: url }).ended;
  expect(second.code).toBe(1);
  expect(second.text.split('\n').slice(1)).toEqual([
    'Another restore of this database is running. Nothing was restored. Wait until it has ended.',
    '',
  ]);
  await holder.query('rollback');
  const restored = await first;
  expect(restored.code, restored.text).toBe(0);
  await Promise.all([holder.end(), watcher.end()]);
});

test('a restore that loses its connection says that nothing was restored', async () => {
  const url = await newPostgresUrl('migrated');
  const [holder, watcher] = [await connect(url), await connect(url)];
  await holder.query(HOLD.restore);
  const proxy = await startDelayingProxy(url);
  const { ended } = start('restore', [file, '--replace'], { DATABASE_URL: proxy.url });
  await eventually(() => waits(watcher));
  proxy.close();
  const { code, text } = await ended;
  expect(code).toBe(1);
  expect(text.split('\n').slice(1)).toEqual([
    'A restore of this database, or a stop of PostgreSQL, ended this command. Nothing was restored. Run it again once the database is back.',
    '',
  ]);
  await Promise.all([holder.end(), watcher.end()]);
});
