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

export type PrivatePostgres = {
  /** How to connect. */
  url: string;
  /** Leaves PostgreSQL, and stops it if nobody else uses it. */
  leave(): Promise<void>;
};

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';
const isAway = (error: unknown): boolean =>
  /^(ECONN|ENOENT|EPIPE|57P)/.test(codeOf(error)) || /terminated/.test(String(error));

export function urlOf({ host, port }: Running, password: string): string {
  return `postgres://${USER}:${password}@${encodeURIComponent(host)}:${port}/postgres?sslmode=disable`;
}

export async function openPrivatePostgres(options: Options): Promise<PrivatePostgres> {
  const { dataDir, create } = options;
  const directory = path.join(dataDir, 'database');
  expectWritable(dataDir, create);
  const runner = findRunner(packagedPrograms(), directory);
  const isThere = hasCluster(directory);
  if (!isThere && !create)
    throw new CannotStart(`There is no database in ${dataDir}. Set DATA_DIR to the folder that the server uses.`);
  preparePlace(directory, runner, options.say);
  if (!isThere) await makeCluster(directory, runner);
  const member = new Member(directory, runner, options);
  await member.join();
  if (options.serves) deleteDrafts(directory);
  return { url: member.url, leave: () => member.leave() };
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
class Member {
  readonly #directory: string;
  readonly #runner: Runner;
  readonly #options: Options;
  #started: Started | undefined;
  #locks: pg.Client | undefined;
  #isLeaving = false;
  /** PostgreSQL that is being started again must be running before it can be stopped. */
  #rejoining = Promise.resolve();
  url = '';

  constructor(directory: string, runner: Runner, options: Options) {
    this.#directory = directory;
    this.#runner = runner;
    this.#options = options;
  }

  /** Connects to the running PostgreSQL, or starts it, and takes the locks. */
  async join(): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const locks = await this.#connect();
      if (await this.#takeLocks(locks).catch(refuseUnlessAway)) {
        this.#keep(locks);
        return;
      }
      await locks.end().catch(() => {});
      if (performance.now() > deadline) throw this.#inUse();
      await delay(5 * RETRY_MS);
    }
  }

  async leave(): Promise<void> {
    this.#isLeaving = true;
    await this.#rejoining;
    const locks = this.#locks;
    if (!locks) return;
    const isLast = await locks
      .query<{ last: boolean }>(`select pg_advisory_unlock_shared(${USING}) and pg_try_advisory_lock(${USING}) as last`)
      .then(({ rows }) => rows[0]?.last === true)
      .catch(() => false);
    if (isLast) await stopPostmaster(this.#directory, this.#runner);
    await locks.end().catch(() => {});
  }

  #inUse(): CannotStart {
    return new CannotStart(
      `Another process already uses the data directory ${this.#options.dataDir}. Stop it first, or set DATA_DIR to another directory.`,
    );
  }

  async #takeLocks(locks: pg.Client): Promise<boolean> {
    const { rows } = await locks.query<{ taken: boolean }>(
      `select pg_try_advisory_lock_shared(${USING}) ${this.#options.serves ? `and pg_try_advisory_lock(${SERVING})` : ''} as taken`,
    );
    return rows[0]?.taken === true;
  }

  /** Watches the connection. When it ends, PostgreSQL has ended, and is started again. */
  #keep(locks: pg.Client): void {
    this.#locks = locks;
    locks.once('end', () => {
      // A command just fails.
      if (this.#options.serves && !this.#isLeaving) this.#rejoining = this.#rejoin();
    });
  }

  async #rejoin(): Promise<void> {
    this.#options.say('PostgreSQL ended unexpectedly. Starting it again …');
    for (let reported = ''; !this.#isLeaving;) {
      try {
        await this.join();
        return this.#options.say('PostgreSQL runs again.');
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (reason !== reported) this.#options.say(reason);
        reported = reason;
        await delay(RESTART_MS);
      }
    }
  }

  /** A connection to PostgreSQL, which is started if it doesn't run. */
  async #connect(): Promise<pg.Client> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const running = readPidFile(this.#directory);
      if (running?.pid === undefined || !(await isRunning(running.pid, this.#directory))) await this.#start();
      else if (running.host !== undefined) {
        this.url = urlOf(running as Running, readPassword(this.#options.dataDir));
        const client = new pg.Client({ connectionString: this.url, application_name: 'courtside locks' });
        client.on('error', () => {});
        try {
          await client.connect();
          // It has started: what it writes from now on, also when it ends, is no reason why it couldn't.
          this.#started = undefined;
          return client;
        } catch (error) {
          if (!isAway(error)) throw error;
          // Another container has its socket in a folder that isn't here.
          if (codeOf(error) === 'ENOENT' && performance.now() > deadline) throw this.#inUse();
        }
      }
      await delay(RETRY_MS);
      this.#refuseEndedStart();
    }
  }

  async #start(): Promise<void> {
    if (this.#started?.hasEnded() === false) return;
    forgetDeadPostmaster(this.#directory);
    this.#started = await startPostmaster(this.#directory, this.#runner, this.#options.connections);
  }

  /** A server that ended at its start says why. */
  #refuseEndedStart(): void {
    if (this.#started?.hasEnded() !== true) return;
    const text = this.#started.log();
    this.#started = undefined;
    // Another start was faster, or processes of a killed server are still ending.
    if (/lock file ".*" already exists|pre-existing shared memory block/.test(text)) return;
    if (isFullDisk(text)) throw diskIsFull(this.#directory);
    const reason = text.match(/(?:FATAL|PANIC): .*$/gm)?.at(-1) ?? text.trim();
    throw new CannotStart(
      `The database in ${this.#directory} is damaged and can't be opened (${reason}). ${howToRestore(this.#directory)}`,
    );
  }
}

function refuseUnlessAway(error: unknown): false {
  if (isAway(error)) return false;
  throw error;
}
