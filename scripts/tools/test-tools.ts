// What the checks run with: the tools of node_modules, and a PostgreSQL and a Chromium that the first who needs them brings.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, dirname, join, resolve } from 'node:path';
import { findChromium } from './chromium.ts';
import { startPostgres, type Postgres } from './postgres.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const BIN = join(ROOT, 'node_modules/.bin');

let running: ChildProcess | undefined;
let postgres: Postgres | undefined;

/** Runs a command of node_modules/.bin with its output streamed through; true when it ends well. */
export const runTool = async (
  name: string,
  args: string[],
  settings: Record<string, string> = {},
): Promise<boolean> => {
  // Its first line asks the PATH for a Node, which has to be the one that runs this.
  const path = [dirname(process.execPath), BIN, process.env['PATH']].join(delimiter);
  running = spawn(join(BIN, name), args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: path, ...settings },
  });
  const [code] = (await once(running, 'close')) as [number | null];
  running = undefined;
  return code === 0;
};

/** Sets TEST_POSTGRES_URL for all checks that follow, unless whoever called already did. */
export const providePostgres = async (): Promise<void> => {
  if (process.env['TEST_POSTGRES_URL'] !== undefined) return;
  postgres = await startPostgres();
  process.env['TEST_POSTGRES_URL'] = postgres.url;
};

/** Sets TEST_CHROMIUM for all checks that follow. */
export const provideChromium = (): void => {
  process.env['TEST_CHROMIUM'] = findChromium().executablePath;
};

export const stopTools = async (): Promise<void> => {
  await postgres?.stop();
};

const breakOff = async (signal: NodeJS.Signals): Promise<void> => {
  running?.kill(signal);
  await stopTools();
  process.exit(1);
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void breakOff(signal));
