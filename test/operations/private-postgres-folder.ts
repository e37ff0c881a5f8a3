// World: a data directory for each test of the private PostgreSQL, empty or with a copy of a database.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { openPrivatePostgres } from '#server/private-postgres/private-postgres.ts';
import { killPostgres } from '../../scripts/tools/product.ts';
import { eventually } from '../eventually.ts';

export const PROGRAM = path.join(import.meta.dirname, 'outside/private-postgres.ts');

/** A database that no test uses: copies of it are made faster than databases. */
let made: string;
/** A new folder for each test, the data directory in it, and the database's directory in that. */
export let folder: string;
export let dataDir: string;
export let directory: string;

const children = new Set<ChildProcess>();

/** Call it once per test file. */
export function privatePostgresTests(): void {
  beforeAll(async () => {
    made = fs.mkdtempSync(path.join(tmpdir(), 'courtside-private-'));
    use(path.join(made, 'data'));
    await (await open()).leave();
  });
  afterAll(() => fs.rmSync(made, { recursive: true, force: true }));
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(tmpdir(), 'courtside-private-'));
    use(path.join(folder, 'data'));
  });
  afterEach(() => {
    // A process that a failed test leaves behind would keep the test runner waiting.
    for (const child of children) child.kill('SIGKILL');
    children.clear();
    killPostgres(dataDir);
    fs.rmSync(folder, { recursive: true, force: true });
  });
}

export function use(place: string): void {
  dataDir = place;
  directory = path.join(dataDir, 'database');
}

export const useCopy = (): void => fs.cpSync(path.join(made, 'data'), dataDir, { recursive: true });

export const open = (serves = true) =>
  openPrivatePostgres({ dataDir, serves, create: true, connections: 10, say: (line) => console.log(line) });

export async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** A process that uses PostgreSQL, started without waiting for it. */
export function startProcess(role: 'server' | 'command' = 'server', environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [PROGRAM, dataDir, role], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], ...environment },
  });
  children.add(child);
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = once(child, 'close');
  const printed = (pattern: RegExp): Promise<string> =>
    eventually(() => pattern.exec(text)?.[1] ?? expect.fail(`It printed: ${text}`));
  return { child, ended, url: () => printed(/URL (\S+)\n/), sentence: () => printed(/SENTENCE (.*)\n/) };
}
