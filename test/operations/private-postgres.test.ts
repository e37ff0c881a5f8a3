// The private PostgreSQL in the data directory: it starts wherever the product may be installed, serves one product at a time,
// and is found again after a kill.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { deleteDrafts } from '#server/private-postgres/cluster.ts';
import { isPostmaster, readPidFile } from '#server/private-postgres/postmaster.ts';
import { openPrivatePostgres } from '#server/private-postgres/private-postgres.ts';
import {
  dataDir,
  directory,
  folder,
  open,
  privatePostgresTests,
  query,
  startProcess,
  use,
  useCopy,
} from './private-postgres-folder.ts';
import { eventually } from '../eventually.ts';

privatePostgresTests();

const postmaster = (): number => readPidFile(directory)?.pid ?? 0;

test.each([
  ['spaces, commas, quotes and other alphabets', `of "Zoë", 日本 data`],
  ['more letters than a socket’s path can have', 'x'.repeat(150)],
])('it runs in a folder whose name has %s', async (_what, name) => {
  use(path.join(folder, name, 'data'));
  const { url, leave } = await open();
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(await query(url, 'show fsync')).toEqual([{ fsync: 'on' }]);
  await leave();
  expect(fs.existsSync(path.join(directory, 'postmaster.pid'))).toBe(false);
});

test('it needs no HOME, and no locale but C', async () => {
  const started = startProcess('server', { LC_ALL: 'C' });
  const url = await started.url();
  expect(await query(url, `select lower('ÄÖŁ') as small`)).toEqual([{ small: 'äöł' }]);
  // No other locale is named anywhere in it, so the system needs none.
  const named = `select name from pg_settings where name like 'lc\\_%' and setting not in ('C', '')
    union all select datname from pg_database where datcollate <> 'C' or datctype <> 'C'`;
  expect(await query(url, named)).toEqual([]);
  started.child.kill('SIGTERM');
  await started.ended;
});

test('as on Windows, it listens on a free port with a password, and starts again after a kill', async () => {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform')!;
  Object.defineProperty(process, 'platform', { ...platform, value: 'win32' });
  onTestFinished(() => void Object.defineProperty(process, 'platform', platform));
  const { url, leave } = await open();
  expect(url).toMatch(/^postgres:\/\/courtside:[\w-]{32}@127\.0\.0\.1:\d+\//);
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await expect(query(url.replace(/:[\w-]{32}@/, ':guessed@'), 'select 1')).rejects.toThrow(/password/);
  process.kill(postmaster(), 'SIGKILL');
  await eventually(async () => expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]));
  await leave();
});

test('of two starts at once in an empty folder, one serves and the other says so in a sentence', async () => {
  const both = [startProcess(), startProcess()];
  const outcomes = await Promise.all(
    both.map(({ url, sentence }) => Promise.any([url().then(() => 'serves'), sentence()])),
  );
  expect(outcomes.toSorted()).toEqual([
    `Another process already uses the data directory ${dataDir}. Stop it first, or set DATA_DIR to another directory.`,
    'serves',
  ]);
  expect(fs.readdirSync(dataDir)).toEqual(['database']);
  for (const { child } of both) child.kill('SIGTERM');
  await Promise.all(both.map(({ ended }) => ended));
  expect(fs.existsSync(path.join(directory, 'postmaster.pid'))).toBe(false);
});

/** Writes folders and files like a first start that makes its database, again and again. */
const FIRST_START = `
  const fs = require('node:fs');
  for (let file = 0; ; file += 1)
    try {
      fs.mkdirSync('database.new-1/base/' + (file % 40), { recursive: true });
      fs.writeFileSync('database.new-1/base/' + (file % 40) + '/' + file, '');
    } catch {}`;

test.each([
  ['', 'data'],
  [', also if its path is too long for a socket', 'x'.repeat(150)],
])(
  'a start that can’t see the processes of the PostgreSQL that runs, as in another container, is refused%s',
  async (_also, name) => {
    use(path.join(folder, name, 'data'));
    const { leave } = await openAndListen();
    const { pid = 0, host = '' } = readPidFile(directory) ?? {};
    const file = path.join(directory, 'postmaster.pid');
    const written = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, written.replace(/^\d+/, '2147483647'));
    if (host !== directory) fs.renameSync(host, `${host}-hidden`);
    expect(await startProcess().sentence()).toMatch(/Another process already uses/);
    expect(isPostmaster(pid, directory)).toBe(true);
    if (host !== directory) fs.renameSync(`${host}-hidden`, host);
    fs.writeFileSync(file, written);
    await leave();
  },
);

test('a start is not stopped by another first start that is still writing its database', async () => {
  useCopy();
  const writing = spawn(process.execPath, ['-e', FIRST_START], { cwd: dataDir, stdio: 'ignore' });
  onTestFinished(() => void writing.kill('SIGKILL'));
  const ended = once(writing, 'close');
  for (let times = 0; times < 10; times += 1) {
    await eventually(() => expect(fs.existsSync(`${directory}.new-1/base/39`)).toBe(true));
    deleteDrafts(directory);
  }
  writing.kill('SIGKILL');
  await ended;
  deleteDrafts(directory);
  expect(fs.readdirSync(dataDir)).toEqual(['database']);
});

test('a start waits for a server that is stopping', async () => {
  useCopy();
  const first = startProcess();
  const client = new pg.Client({ connectionString: await first.url() });
  await client.connect();
  client.on('error', () => {});
  await client.query(`create function tell() returns event_trigger language plpgsql as $$ begin notify someone; end $$;
    create event trigger tell on login execute function tell(); listen someone`);
  const told = once(client, 'notification');
  const second = startProcess();
  // It has connected, to ask for the locks that the first one has.
  await told;
  first.child.kill('SIGTERM');
  expect(await query(await second.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
  second.child.kill('SIGTERM');
  await second.ended;
});

test('after a kill of the product, the next start uses the PostgreSQL that still runs', async () => {
  useCopy();
  const first = startProcess();
  await query(await first.url(), 'create table kept as select 7 as kept');
  const pid = postmaster();
  first.child.kill('SIGKILL');
  await first.ended;
  const second = await open();
  expect(postmaster()).toBe(pid);
  expect(await query(second.url, 'table kept')).toEqual([{ kept: 7 }]);
  await second.leave();
  expect(isPostmaster(pid, directory)).toBe(false);
});

test('a product that stops leaves PostgreSQL to a command that uses it, which then stops it', async () => {
  useCopy();
  const server = startProcess();
  await server.url();
  const joined = startProcess('command');
  const url = await joined.url();
  server.child.kill('SIGTERM');
  await server.ended;
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  joined.child.kill('SIGTERM');
  await joined.ended;
  expect(fs.existsSync(path.join(directory, 'postmaster.pid'))).toBe(false);
});

test('a start succeeds while the killed PostgreSQL is still a zombie', async () => {
  useCopy();
  const first = startProcess();
  await first.url();
  // A stopped parent doesn't notice that its child has ended.
  first.child.kill('SIGSTOP');
  process.kill(postmaster(), 'SIGKILL');
  const second = await open();
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await second.leave();
  first.child.kill('SIGKILL');
  await first.ended;
});

test('a start after a power cut succeeds even if another program now has the old process’s PID', async () => {
  useCopy();
  const file = path.join(directory, 'postmaster.pid');
  fs.writeFileSync(file, `${process.pid}\n${directory}\n1\n5432\n${directory}\n\n\nready\n`);
  const { url, leave } = await open();
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await leave();
});

/** Opens the database as the server does, adds a table, and records what it logs. */
async function openAndListen() {
  useCopy();
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  const { url, leave } = await openPrivatePostgres({ dataDir, serves: true, create: true, connections: 10, say });
  await query(url, 'create table kept as select 7 as kept');
  return { url, leave, said };
}

test.each(['SIGKILL', 'SIGINT', 'SIGQUIT'] as const)(
  'PostgreSQL that gets %s while a product uses it is started again, and nothing else is said',
  async (signal) => {
    const { url, leave, said } = await openAndListen();
    process.kill(postmaster(), signal);
    await eventually(() => expect(said).toContain('PostgreSQL runs again.'));
    expect(said).toEqual(['PostgreSQL ended unexpectedly. Starting it again …', 'PostgreSQL runs again.']);
    expect(await query(url, 'table kept')).toEqual([{ kept: 7 }]);
    await leave();
  },
);

test('a product that stops while its PostgreSQL is started again leaves none behind', async () => {
  const { leave, said } = await openAndListen();
  process.kill(postmaster(), 'SIGKILL');
  await eventually(() => expect(said).toContain('PostgreSQL ended unexpectedly. Starting it again …'));
  await leave();
  await eventually(() => expect(said).toContain('PostgreSQL runs again.'));
  expect(fs.existsSync(path.join(directory, 'postmaster.pid'))).toBe(false);
});

test('when one of its connections crashes, PostgreSQL does not recover by itself: it ends, and the product starts it again', async () => {
  const { url, leave, said } = await openAndListen();
  const before = postmaster();
  const [backend] = await query(url, `select pid from pg_stat_activity where application_name = 'courtside locks'`);
  process.kill((backend as { pid: number }).pid, 'SIGKILL');
  await eventually(() => expect(said).toContain('PostgreSQL runs again.'));
  expect(said).toEqual(['PostgreSQL ended unexpectedly. Starting it again …', 'PostgreSQL runs again.']);
  expect(postmaster()).not.toBe(before);
  expect(await query(url, 'table kept')).toEqual([{ kept: 7 }]);
  await leave();
});
