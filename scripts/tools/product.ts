// Starts the product as a separate process, for journeys, tests and measurements.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readPassword } from '#server/private-postgres/cluster.ts';
import { isPostmaster, readPidFile } from '#server/private-postgres/postmaster.ts';
import { urlOf } from '#server/private-postgres/private-postgres.ts';

export const DEMO_PASSWORD = 'a password for journeys';

export type Product = {
  /** Without a trailing slash. */
  url: string;
  dataDir: string;
  /** The process id. */
  pid: number;
  /** Everything it has printed so far. */
  printed(): string;
  /** The exit code, once the process has ended. */
  ended: Promise<number | null>;
  /** Stops it like an operator, with SIGTERM, and returns its exit code. Keeps the data. */
  stop(): Promise<number | null>;
  /** Kills it. Its private PostgreSQL lives on, unless that is killed as well, as by a power cut. */
  kill(alsoPostgres?: 'with PostgreSQL'): Promise<void>;
};

export type Start = {
  dataDir: string;
  /** Environment variables to add, or `undefined` to remove one. Settings of this process are not passed on. */
  settings?: Record<string, string | undefined>;
  /** By default, the server of this checkout. */
  command?: string[];
  cwd?: string;
  /** How long it may take until it answers. */
  readyWithinMs?: number;
};

const ROOT = resolve(import.meta.dirname, '../..');
const GIVE_UP_MS = 5000;
/** Node with the options of `npm start`: without a limit, the space for new objects grows to 130 MB. */
export const SERVER_NODE = [process.execPath, '--max-semi-space-size=16'];
/**
 * How `npm run recognize` starts Node so that the first photo is fast: without threads, because it would wait for what they
 * compile, and with little space for new objects, because memory is slow the first time it's used.
 */
export const RECOGNIZE_NODE = [process.execPath, '--max-semi-space-size=4', '--single-threaded'];
/** Settings of the C library on Linux: one arena for all threads, and large pages. */
export const RECOGNIZE_ENVIRONMENT = { GLIBC_TUNABLES: 'glibc.malloc.arena_max=1:glibc.malloc.hugetlb=1' };
// Like `npm start`, which reuses code that Node has compiled before.
const SERVER = [...SERVER_NODE, resolve(ROOT, 'scripts/launch.js'), resolve(ROOT, 'src/server/main.ts')];

/** The environment without the variables of npm and the test runner. */
const bareEnvironment = (): Record<string, string> => {
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env;
  return { PATH, HOME, TMPDIR };
};

/** The process id and the URL of a running product's private PostgreSQL. */
export const privatePostgres = (dataDir: string): { pid: number; url: string } => {
  const { pid, host, port } = readPidFile(join(dataDir, 'database')) ?? {};
  if (pid === undefined || host === undefined || port === undefined) throw new Error('PostgreSQL does not run.');
  return { pid, url: urlOf({ pid, host, port }, readPassword(dataDir)) };
};

/** Kills the private PostgreSQL of a data directory, if it runs. */
export const killPostgres = (dataDir: string): void => {
  const directory = join(dataDir, 'database');
  const pid = readPidFile(directory)?.pid;
  if (pid !== undefined && isPostmaster(pid, directory)) process.kill(pid, 'SIGKILL');
};

/** Starts a process and returns it without waiting for it. */
export const launch = ({ dataDir, settings = {}, command = SERVER, cwd }: Start) => {
  const [program = process.execPath, ...args] = command;
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...bareEnvironment(), DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', DEMO_PASSWORD, ...settings },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  // The output closes when the last process that can write to it has ended: under npm, the server.
  const ended = once(child, 'close').then(() => child.exitCode);
  // Leaves no server behind when a test run or measurement fails.
  const killNow = (): void => {
    child.kill('SIGKILL');
    killPostgres(dataDir);
  };
  process.once('exit', killNow);
  void ended.then(() => process.off('exit', killNow));
  return { child, ended, killNow, printed: () => text };
};

/** npm passes this signal on, and the server that it has started sees npm go and ends. One that hangs keeps nobody waiting. */
async function giveUp({ child, ended, killNow }: ReturnType<typeof launch>): Promise<void> {
  child.kill('SIGTERM');
  await Promise.race([ended, delay(GIVE_UP_MS, undefined, { ref: false })]);
  killNow();
}

/** Starts the product and waits until it answers. */
export const startProduct = async (start: Start): Promise<Product> => {
  const launched = launch(start);
  const { child, ended, printed } = launched;
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return ended;
  };
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const deadline = Date.now() + (start.readyWithinMs ?? 120_000);
  // The system picks the port and the product prints it, because a port found free earlier may be taken by now.
  const port = () => /is ready: .*:(\d+)\)?\n/.exec(printed())?.[1];
  while (port() === undefined) {
    if (hasEnded() || Date.now() > deadline) {
      await giveUp(launched);
      throw new Error(`The product did not become ready. It printed: ${printed()}`);
    }
    await delay(25);
  }
  // Not localhost, which may resolve to ::1, where another server can use the same port.
  const url = `http://127.0.0.1:${port()}`;
  return {
    url,
    dataDir: start.dataDir,
    pid: child.pid ?? 0,
    printed,
    ended,
    stop: () => end('SIGTERM'),
    kill: async (alsoPostgres) => {
      if (alsoPostgres) killPostgres(start.dataDir);
      await end('SIGKILL');
    },
  };
};

/** Runs `work` with a data directory that doesn't exist yet, and deletes it afterwards. */
export const withDataDir = async (work: (dataDir: string) => Promise<void>): Promise<void> => {
  const home = mkdtempSync(join(tmpdir(), 'courtside-data-'));
  try {
    await work(join(home, 'data'));
  } finally {
    killPostgres(join(home, 'data'));
    rmSync(home, { recursive: true, force: true });
  }
};
