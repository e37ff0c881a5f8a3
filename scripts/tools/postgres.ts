// A private PostgreSQL for tests and measurements: a new cluster in a temporary folder, deleted when it stops.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { findRunner, type Runner } from '#server/private-postgres/runner.ts';
import { freePort } from './free-port.ts';
import { placeOfPassingFiles } from './passing-files.ts';
import { findPostgresPrograms } from './postgres-programs.ts';

export type Postgres = {
  /** The cluster's database `postgres`, as its superuser, without a password. */
  url: string;
  /** The server's process id. */
  pid: number;
  stop(): Promise<void>;
  /** Stops the server cleanly (SIGINT) or like a power cut (SIGKILL), and keeps its data for `resume`. */
  halt(signal: 'SIGINT' | 'SIGKILL'): Promise<void>;
  /** Starts it again on the same data and port. */
  resume(): Promise<void>;
  /** Pauses the server and its backends, and returns a function that continues them. */
  freeze(): Promise<() => void>;
};

const initialize = (runner: Runner, data: string): void => {
  const args = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  const [program, all] = runner.command('initdb', args);
  const { status, stdout, stderr } = spawnSync(program, all, { ...runner.options, encoding: 'utf8', cwd: tmpdir() });
  if (status !== 0) throw new Error(`PostgreSQL couldn’t create a cluster in ${data}: ${stdout}${stderr}`);
};

const untilItAnswers = async (url: string, server: ChildProcess, log: () => string): Promise<void> => {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (server.exitCode !== null || Date.now() > deadline) {
        throw new Error(`PostgreSQL did not start: ${log()}`, { cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
};

/**
 * Starts a cluster on a free loopback port. By default it is fast and would lose data in a power cut; `durable` keeps
 * PostgreSQL's defaults, for measurements. `settings` are added to postgresql.conf.
 */
export const startPostgres = async (
  options: { durable?: boolean; settings?: Record<string, string> } = {},
): Promise<Postgres> => {
  const home = mkdtempSync(join(options.durable ? tmpdir() : placeOfPassingFiles(), 'courtside-postgres-'));
  const runner = findRunner(findPostgresPrograms(), join(home, 'data'));
  if (runner.user) chownSync(home, runner.user.uid, runner.user.gid);
  const data = join(home, 'data');
  initialize(runner, data);
  const port = await freePort();
  const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const settings = { max_connections: '200', timezone: 'UTC', ...(options.durable ? {} : fast), ...options.settings };
  let log = '';
  const start = () => {
    // The default socket folder may be missing or not writable for this user.
    const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', home];
    args.push(...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]));
    const [program, all] = runner.command('postgres', args);
    const child = spawn(program, all, { ...runner.options, stdio: ['ignore', 'ignore', 'pipe'], cwd: home });
    child.stderr?.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-4000)));
    return { child, gone: once(child, 'close') };
  };
  let server = start();
  // A test run that is aborted leaves no server and no folder behind.
  const killNow = (): void => {
    server.child.kill('SIGQUIT');
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once('exit', killNow);

  const halt = async (signal: NodeJS.Signals): Promise<void> => {
    if (server.child.exitCode === null && server.child.signalCode === null) server.child.kill(signal);
    await server.gone;
  };
  const stop = async (): Promise<void> => {
    process.off('exit', killNow);
    await halt('SIGINT');
    rmSync(home, { recursive: true, force: true });
  };
  const resume = async (): Promise<void> => {
    server = start();
    await untilItAnswers(url, server.child, () => log);
  };
  const freeze = async (): Promise<() => void> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      'select pid from pg_stat_activity where pid <> pg_backend_pid()',
    );
    await client.end();
    const pids = [server.child.pid ?? 0, ...rows.map(({ pid }) => pid)];
    const signal = (name: NodeJS.Signals): void => {
      for (const pid of pids) process.kill(pid, name);
    };
    signal('SIGSTOP');
    return () => signal('SIGCONT');
  };
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  try {
    await untilItAnswers(url, server.child, () => log);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, pid: server.child.pid ?? 0, stop, halt, resume, freeze };
};
