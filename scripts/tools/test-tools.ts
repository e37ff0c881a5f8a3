// Runs the tools of the checks, and provides PostgreSQL and Chromium to the checks that need them.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, dirname, join, resolve } from 'node:path';
import makeDemoWorld from '../../test/setup/demo-world.ts';
import { findChromium } from './chromium.ts';
import { startPostgres, type Postgres } from './postgres.ts';
import { buildIfOutdated } from './web-app.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const BIN = join(ROOT, 'node_modules/.bin');

/** Receives a check's output: printed at once, or kept until the check has ended. */
export type Print = (output: Buffer) => void;
const printNow: Print = (output) => void process.stdout.write(output);

const running = new Set<ChildProcess>();
let postgres: Promise<Postgres> | undefined;
let demoWorld: Promise<unknown> | undefined;

/** Runs a command of node_modules/.bin and returns whether it succeeds. */
export const runTool = async (
  name: string,
  args: string[],
  settings: Record<string, string> = {},
  print: Print = printNow,
): Promise<boolean> => {
  // Puts the Node that runs this first on the PATH, where the tool looks for it.
  const path = [dirname(process.execPath), BIN, process.env['PATH']].join(delimiter);
  const colors = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const tool = spawn(join(BIN, name), args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    // Most tools start several processes, which reuse what one of them has compiled, as the server does (launch.js).
    env: {
      ...process.env,
      PATH: path,
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled'),
      ...colors,
      ...settings,
    },
  });
  running.add(tool);
  for (const stream of [tool.stdout, tool.stderr]) stream.on('data', print);
  const [code] = (await once(tool, 'close')) as [number | null];
  running.delete(tool);
  return code === 0;
};

/** Sets TEST_POSTGRES_URL for all later checks, unless it is set already. */
export const providePostgres = async (): Promise<void> => {
  if (process.env['TEST_POSTGRES_URL'] !== undefined) return;
  // Parallel checks share one server.
  postgres ??= startPostgres();
  process.env['TEST_POSTGRES_URL'] = (await postgres).url;
};

/** Builds the web app, and sets TEST_DEMO_WORLD for all later checks. Two builds at once would be in each other's way. */
export const provideDemoWorld = async (): Promise<void> => {
  demoWorld ??= buildIfOutdated().then(makeDemoWorld);
  await demoWorld;
};

/** Sets TEST_CHROMIUM for all later checks. */
export const provideChromium = (): void => {
  process.env['TEST_CHROMIUM'] = findChromium().executablePath;
};

export const stopTools = async (): Promise<void> => {
  await (await postgres)?.stop();
};

const abort = async (signal: NodeJS.Signals): Promise<void> => {
  for (const tool of running) tool.kill(signal);
  await stopTools();
  process.exit(1);
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void abort(signal));
