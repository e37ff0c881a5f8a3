// The product as a journey meets it: the real server on a data directory of its own, one per worker, and pages that point
// at it. `import { test, expect } from './product.ts'` in place of Playwright's own.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test as base } from '@playwright/test';
import { freePort } from '../../scripts/tools/free-port.ts';

export { expect } from '@playwright/test';

export const DEMO_PASSWORD = 'a password for journeys';

export type Product = {
  /** Without a slash at its end. */
  url: string;
  dataDir: string;
  /** All that the server has printed so far. */
  printed(): string;
  /** Ends the server as an operator would, with SIGTERM, and gives its exit code. The data stays. */
  stop(): Promise<number | null>;
  /** Ends it in the middle of whatever it does, as a power cut would. */
  kill(): Promise<void>;
};

const untilReady = async (url: string, server: ChildProcess, printed: () => string): Promise<void> => {
  const deadline = Date.now() + 60_000;
  while (server.exitCode === null && server.signalCode === null && Date.now() < deadline) {
    const answer = await fetch(`${url}/health`).catch(() => undefined);
    if (answer?.status === 200) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  server.kill('SIGKILL');
  throw new Error(`The product did not become ready. It printed: ${printed()}`);
};

/** Starts the server on `dataDir`. `settings` are further environment variables; none of this process's own settings leak in. */
export const startProduct = async (dataDir: string, settings: Record<string, string> = {}): Promise<Product> => {
  const port = await freePort();
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env;
  const server = spawn(process.execPath, [resolve(import.meta.dirname, '../../src/server/main.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, TMPDIR, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port), DEMO_PASSWORD, ...settings },
  });
  let text = '';
  const printed = (): string => text;
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  }
  const gone = once(server, 'close');
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    server.kill(signal);
    await gone;
    return server.exitCode;
  };
  const url = `http://localhost:${port}`;
  await untilReady(url, server, printed);
  return {
    url,
    dataDir,
    printed,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
};

/** A new data directory for as long as `work` takes. */
export const withDataDir = async (work: (dataDir: string) => Promise<void>): Promise<void> => {
  const home = mkdtempSync(join(tmpdir(), 'courtside-journey-'));
  try {
    await work(join(home, 'data'));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
};

export const test = base.extend<object, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from this pattern that the fixture needs no other.
    async ({}, use) => {
      await withDataDir(async (dataDir) => {
        const product = await startProduct(dataDir);
        await use(product);
        await product.stop();
      });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
});
