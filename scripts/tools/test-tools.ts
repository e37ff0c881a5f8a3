// What the checks run with: the tools of node_modules, and a PostgreSQL and a Chromium that the first who needs them brings.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, dirname, join, resolve } from 'node:path';
import { findChromium } from './chromium.ts';
import { startPostgres, type Postgres } from './postgres.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const BIN = join(ROOT, 'node_modules/.bin');

/** Where a check's output goes: straight on, or kept until the check has ended. */
export type Print = (output: Buffer) => void;
const straightOn: Print = (output) => void process.stdout.write(output);

const running = new Set<ChildProcess>();
let postgres: Promise<Postgres> | undefined;

/** Runs a command of node_modules/.bin; true when it ends well. */
export const runTool = async (
  name: string,
  args: string[],
  settings: Record<string, string> = {},
  print: Print = straightOn,
): Promise<boolean> => {
  // Its first line asks the PATH for a Node, which has to be the one that runs this.
  const path = [dirname(process.execPath), BIN, process.env['PATH']].join(delimiter);
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const tool = spawn(join(BIN, name), args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: path, ...colours, ...settings },
  });
  running.add(tool);
  for (const stream of [tool.stdout, tool.stderr]) stream.on('data', print);
  const [code] = (await once(tool, 'close')) as [number | null];
  running.delete(tool);
  return code === 0;
};

/** Sets TEST_POSTGRES_URL for all checks that follow, unless whoever called already did. */
export const providePostgres = async (): Promise<void> => {
  if (process.env['TEST_POSTGRES_URL'] !== undefined) return;
  // Checks that run side by side share one.
  postgres ??= startPostgres();
  process.env['TEST_POSTGRES_URL'] = (await postgres).url;
};

/** Sets TEST_CHROMIUM for all checks that follow. */
export const provideChromium = (): void => {
  process.env['TEST_CHROMIUM'] = findChromium().executablePath;
};

export const stopTools = async (): Promise<void> => {
  await (await postgres)?.stop();
};

const breakOff = async (signal: NodeJS.Signals): Promise<void> => {
  for (const tool of running) tool.kill(signal);
  await stopTools();
  process.exit(1);
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void breakOff(signal));
