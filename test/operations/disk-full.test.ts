// When the private PostgreSQL's disk is full, writes are refused, and no acknowledged write is lost. Everything works again as
// soon as there is space. The disk is a small one that only the server sees, in a mount namespace of its own.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  DEMO_PASSWORD,
  privatePostgres,
  SERVER_NODE,
  startProduct,
  type Product,
} from '../../scripts/tools/product.ts';
import { copyDemoWorld } from '../setup/demo-world.ts';
import { call, untilStatus } from './nodes.ts';
import { eventually } from '../eventually.ts';

const MAIN = path.resolve(import.meta.dirname, '../../src/server/main.ts');
const WITH_SMALL_DISK = 'mount -t tmpfs -o size=120m none "$0" && cp -a "$1/." "$0" && exec "${@:2}"';

const folder = fs.mkdtempSync(path.join(tmpdir(), 'courtside-full-'));
const acknowledged: string[] = [];
let product: Product;
let cookie: string;
/** The small disk, as seen from here. */
let disk: string;

beforeAll(async () => {
  const [dataDir, original] = [path.join(folder, 'data'), path.join(folder, 'original')];
  fs.mkdirSync(dataDir);
  copyDemoWorld(original);
  const namespace = ['--mount', ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'])];
  const command = ['unshare', ...namespace, 'bash', '-c', WITH_SMALL_DISK, dataDir, original, ...SERVER_NODE, MAIN];
  product = await startProduct({ dataDir, command });
  disk = `/proc/${product.pid}/root${dataDir}`;
  const answer = await call(product, 'session/signIn', { email: 'super@demo.test', password: DEMO_PASSWORD });
  cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
});
afterAll(async () => {
  await product?.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

const fill = (): void => {
  const file = fs.openSync(path.join(disk, 'filler'), 'a');
  try {
    for (const block = Buffer.alloc(65_536); ;) fs.writeSync(file, block);
  } catch {
    // The disk is full.
  } finally {
    fs.closeSync(file);
  }
};
const free = (): void => fs.rmSync(path.join(disk, 'filler'));

const addCase = async () => {
  const id = randomUUID();
  const input = { id, name: `Case ${id} ${'x'.repeat(60)}`, year: 2026, type: 'civil', area: null, isActive: true };
  const answer = await call(product, 'cases/add', input, { cookie });
  if (answer.status === 200) acknowledged.push(id);
  return answer;
};
const overview = () => call(product, 'cases/overview', undefined, { cookie });
const lost = async (): Promise<string[]> => {
  const { body } = await overview();
  const there = new Set((body as { json: { id: string }[] }).json.map(({ id }) => id));
  return acknowledged.filter((id) => !there.has(id));
};

test('a full disk causes a 503 for writes, while reads still work, until there is space', async () => {
  expect((await addCase()).status).toBe(200);
  fill();
  const statuses: number[] = [];
  // The tables' existing pages have space for some rows.
  while (!statuses.includes(503) && statuses.length < 500) statuses.push((await addCase()).status);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(statuses).toContain(503);
  expect((await overview()).status).toBe(200);
  expect(await lost()).toEqual([]);
  free();
  expect((await addCase()).status).toBe(200);
});

test('if PostgreSQL can’t even write its log, it exits and is started again once there is space', async () => {
  const client = new pg.Client({
    connectionString: privatePostgres(disk).url.replace(encodeURIComponent(product.dataDir), encodeURIComponent(disk)),
  });
  client.on('error', () => {});
  await client.connect();
  fill();
  // The log's last file is used up, and the next ones can't be made.
  const { length: files } = fs.readdirSync(path.join(disk, 'database/pg_wal'));
  for (let file = 0; file <= files; file += 1) {
    // A logical message is written to the log only, while a row would also need a table's page. The commit is already in the next file.
    await client.query(`select pg_logical_emit_message(true, '', 'x'), pg_switch_wal()`).catch(() => {});
  }
  await client.end().catch(() => {});
  const refused = await addCase();
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await eventually(() =>
    expect(product.printed()).toMatch(/PostgreSQL ended unexpectedly\..*\nThe disk of \S+ is full/s),
  );
  free();
  await untilStatus(overview, 200);
  expect(await lost()).toEqual([]);
  expect((await addCase()).status).toBe(200);
  // The answer may arrive before the log line has come through the pipe.
  await eventually(() => expect(product.printed()).toContain('PostgreSQL runs again.'));
});
