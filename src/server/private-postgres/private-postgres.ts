// Without DATABASE_URL, the product runs a PostgreSQL of its own, whose data and socket are in the data directory. Programs that
// use it hold locks in it: one product serves, commands may join it, and the last to leave stops PostgreSQL. After a kill, locks
// are gone and PostgreSQL still runs: the next start finds it.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { makeFolder } from '../make-folder.ts';
import { CannotStart } from '../settings.ts';
import {
  deleteDrafts,
  diskIsFull,
  hasCluster,
  howToRestore,
  isFullDisk,
  makeCluster,
  readPassword,
  USER,
} from './cluster.ts';
import {
  forgetDeadPostmaster,
  isRunning,
  readPidFile,
  startPostmaster,
  stopPostmaster,
  type Running,
  type Started,
} from './postmaster.ts';
import { packagedPrograms } from './programs.ts';
import { findRunner, preparePlace, type Runner } from './runner.ts';

/** Advisory locks. Everybody who uses PostgreSQL shares `USING`; who stops it holds it alone. One product holds `SERVING`. */
const USING = 7_288_443;
const SERVING = 7_288_444;

const RETRY_MS = 20;
/** A server that is stopping, or that a kill has just ended, frees the database within this time. */
const PATIENCE_MS = 5000;
const RESTART_MS = 1000;

type Options = {
  dataDir: string;
  /** The product serves, at most once at a time. Commands join it or run on their own. */
  serves: boolean;
  /** Whether to make a database if there is none. */
  create: boolean;
  /** How many connections the product may open. */
  connections: number;
  say: (line: string) => void;
};

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';
const isAway = (error: unknown): boolean =>
  /^(ECONN|ENOENT|EPIPE|57P)/.test(codeOf(error)) || /terminated/.test(String(error));

export function urlOf({ host, port }: Running, password: string): string {
  return `postgres://${USER}:${password}@${encodeURIComponent(host)}:${port}/postgres?sslmode=disable`;
}

export async function openPrivatePostgres(options: Options) {
  const { dataDir, create } = options;
  const directory = path.join(dataDir, 'database');
  expectWritable(dataDir, create);
  const runner = findRunner(packagedPrograms(), directory);
  const isThere = hasCluster(directory);
  if (!isThere && !create)
    throw new CannotStart(`There is no database in ${dataDir}. Set DATA_DIR to the folder that the server uses.`);
  preparePlace(directory, runner, options.say);
  if (!isThere) await makeCluster(directory, runner);
  const opened = await join(directory, runner, options);
  if (options.serves) deleteDrafts(directory);
  return opened;
}

function expectWritable(dataDir: string, create: boolean): void {
  try {
    if (create) makeFolder(dataDir);
    if (fs.existsSync(dataDir)) fs.accessSync(dataDir, fs.constants.W_OK);
  } catch (error) {
    if (isFullDisk(String(error))) throw diskIsFull(dataDir);
    throw new CannotStart(
      `This user can't write to the data directory ${dataDir} (${codeOf(error)}). Change its permissions, or set DATA_DIR to another directory.`,
    );
  }
}

/** This process's use of the database: a connection that holds its locks, and that notices when PostgreSQL ends. */
async function join(directory: string, runner: Runner, { dataDir, serves, connections, say }: Options) {
  let url = '';
  let started: Started | undefined;
  let locks: pg.Client | undefined;
  let isLeaving = false;
  /** PostgreSQL that is being started again must be running before it can be stopped. */
  let rejoining = Promise.resolve();
  const inUse = () =>
    new CannotStart(
      `Another process already uses the data directory ${dataDir}. Stop it first, or set DATA_DIR to another directory.`,
    );

  /** Connects to the running PostgreSQL, or starts it, and takes the locks. */
  async function takeLocks(): Promise<void> {
    const taking = `select pg_try_advisory_lock_shared(${USING}) ${serves ? `and pg_try_advisory_lock(${SERVING})` : ''} as taken`;
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const client = await connect();
      const areTaken = client.query<{ taken: boolean }>(taking).then(({ rows }) => rows[0]?.taken === true);
      if (await areTaken.catch(refuseUnlessAway)) return keep(client);
      await client.end().catch(() => {});
      if (performance.now() > deadline) throw inUse();
      await delay(5 * RETRY_MS);
    }
  }

  /** Watches the connection. When it ends, PostgreSQL has ended, and is started again. */
  function keep(client: pg.Client): void {
    locks = client;
    client.once('end', () => {
      // A command just fails.
      if (serves && !isLeaving) rejoining = rejoin();
    });
  }

  async function rejoin(): Promise<void> {
    say('PostgreSQL ended unexpectedly. Starting it again …');
    for (let reported = ''; ;) {
      if (isLeaving) return;
      try {
        await takeLocks();
        return say('PostgreSQL runs again.');
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (reason !== reported) say(reason);
        reported = reason;
        await delay(RESTART_MS);
      }
    }
  }

  /** A connection to PostgreSQL, which is started if it doesn't run. */
  async function connect(): Promise<pg.Client> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const running = readPidFile(directory);
      if (running?.pid === undefined || !(await isRunning(running.pid, directory))) await start();
      else if (running.host !== undefined) {
        url = urlOf(running as Running, readPassword(dataDir));
        const client = new pg.Client({ connectionString: url, application_name: 'courtside locks' });
        client.on('error', () => {});
        try {
          await client.connect();
          // It has started: what it writes from now on, also when it ends, is no reason why it couldn't.
          started = undefined;
          return client;
        } catch (error) {
          if (!isAway(error)) throw error;
          // Another container has its socket in a folder that isn't here.
          if (codeOf(error) === 'ENOENT' && performance.now() > deadline) throw inUse();
        }
      }
      await delay(RETRY_MS);
      refuseEndedStart();
    }
  }

  async function start(): Promise<void> {
    if (started?.hasEnded() === false) return;
    forgetDeadPostmaster(directory);
    started = await startPostmaster(directory, runner, connections);
  }

  /** A server that ended at its start says why. */
  function refuseEndedStart(): void {
    if (started?.hasEnded() !== true) return;
    const text = started.log();
    started = undefined;
    // Another start was faster, or processes of a killed server are still ending.
    if (/lock file ".*" already exists|pre-existing shared memory block/.test(text)) return;
    if (isFullDisk(text)) throw diskIsFull(directory);
    const reason = text.match(/(?:FATAL|PANIC): .*$/gm)?.at(-1) ?? text.trim();
    throw new CannotStart(
      `The database in ${directory} is damaged and can't be opened (${reason}). ${howToRestore(directory)}`,
    );
  }

  /** Leaves PostgreSQL, and stops it if nobody else uses it. */
  async function leave(): Promise<void> {
    isLeaving = true;
    await rejoining;
    if (!locks) return;
    const isLast = await locks
      .query<{ last: boolean }>(`select pg_advisory_unlock_shared(${USING}) and pg_try_advisory_lock(${USING}) as last`)
      .then(({ rows }) => rows[0]?.last === true)
      .catch(() => false);
    if (isLast) await stopPostmaster(directory, runner);
    await locks.end().catch(() => {});
  }

  await takeLocks();
  return { url, leave };
}

function refuseUnlessAway(error: unknown): false {
  if (isAway(error)) return false;
  throw error;
}
