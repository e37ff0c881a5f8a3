// Starts the product as a process of its own, for journeys, for tests from nothing and for measurements.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const DEMO_PASSWORD = 'a password for journeys';

export type Product = {
  /** Without a slash at its end. */
  url: string;
  dataDir: string;
  /** The process id of what was started. */
  pid: number;
  /** All that it has printed so far. */
  printed(): string;
  /** Its exit code, once it has ended. */
  ended: Promise<number | null>;
  /** Ends it as an operator would, with SIGTERM, and gives its exit code. The data stays. */
  stop(): Promise<number | null>;
  /** Ends it in the middle of whatever it does, as a power cut would. */
  kill(): Promise<void>;
};

export type Start = {
  dataDir: string;
  /** Further environment variables, or `undefined` for one to leave out. None of this process's own settings leak in. */
  settings?: Record<string, string | undefined>;
  /** The server alone, from this checkout, unless something else is wanted, such as `npm start` somewhere else. */
  command?: string[];
  cwd?: string;
};

const ROOT = resolve(import.meta.dirname, '../..');
// As npm start does it, with what Node compiled at an earlier start.
const SERVER = [process.execPath, resolve(ROOT, 'scripts/launch.js'), resolve(ROOT, 'src/server/main.ts')];

/** What a process needs of its surroundings, without what npm and a test runner have put there for themselves. */
const bareEnvironment = (): Record<string, string> => {
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env;
  return { PATH, HOME, TMPDIR };
};

/** Starts a process and returns it, its output and its end, without waiting for anything. */
export const launch = ({ dataDir, settings = {}, command = SERVER, cwd }: Start) => {
  const [program = process.execPath, ...args] = command;
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...bareEnvironment(), DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', DEMO_PASSWORD, ...settings },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  // Its output is closed only when the last process that can write to it has ended, under npm the server itself.
  const ended = once(child, 'close').then(() => child.exitCode);
  // A test run or measurement that fails leaves no server behind.
  const killNow = (): void => void child.kill('SIGKILL');
  process.once('exit', killNow);
  void ended.then(() => process.off('exit', killNow));
  return { child, ended, printed: () => text };
};

/** Starts the product and waits until it answers. */
export const startProduct = async (start: Start): Promise<Product> => {
  const { child, ended, printed } = launch(start);
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return ended;
  };
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const deadline = Date.now() + 120_000;
  // The system chooses the port, and the product prints it: a port that was only found free may be somebody else's by now.
  const port = () => /is ready: .*:(\d+)\)?\n/.exec(printed())?.[1];
  while (port() === undefined) {
    if (hasEnded() || Date.now() > deadline) {
      if (!hasEnded()) await end('SIGKILL');
      throw new Error(`The product did not become ready. It printed: ${printed()}`);
    }
    await new Promise((done) => setTimeout(done, 25));
  }
  // The very address that it listens on: localhost may also be ::1, where another server can listen on the same port.
  const url = `http://127.0.0.1:${port()}`;
  return {
    url,
    dataDir: start.dataDir,
    pid: child.pid ?? 0,
    printed,
    ended,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
};

/** A new data directory, not made yet, for as long as `work` takes. */
export const withDataDir = async (work: (dataDir: string) => Promise<void>): Promise<void> => {
  const home = mkdtempSync(join(tmpdir(), 'courtside-data-'));
  try {
    await work(join(home, 'data'));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
};
