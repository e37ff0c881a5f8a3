// When the embedded database's disk is full, writes are refused, reads still work, and no acknowledged write is lost.
// Writes work again as soon as there is space.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD, startProduct, type Product } from '../../scripts/tools/product.ts';
import { copyDemoWorld } from '../setup/demo-world.ts';
import { call } from './nodes.ts';
import { serverWith } from './outside/server-with.ts';

const folder = fs.mkdtempSync(path.join(tmpdir(), 'courtside-full-'));
const flag = path.join(folder, 'full');
const acknowledged: string[] = [];
let product: Product;
let cookie: string;

const start = () =>
  startProduct({
    dataDir: path.join(folder, 'data'),
    settings: { FULL_WHILE: flag },
    command: serverWith('full-disk.ts'),
  });
beforeAll(async () => {
  copyDemoWorld(path.join(folder, 'data'));
  product = await start();
  const answer = await call(product, 'session/signIn', { email: 'super@demo.test', password: DEMO_PASSWORD });
  cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
});
afterAll(async () => {
  await product?.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

const addCase = async (): Promise<number> => {
  const id = randomUUID();
  const input = { id, name: `Case ${id} ${'x'.repeat(60)}`, year: 2026, type: 'civil', area: null, isActive: true };
  const { status } = await call(product, 'cases/add', input, { cookie });
  if (status === 200) acknowledged.push(id);
  return status;
};
const lost = async (): Promise<string[]> => {
  const { status, body } = await call(product, 'cases/overview', undefined, { cookie });
  expect(status).toBe(200);
  const there = new Set((body as { json: { id: string }[] }).json.map(({ id }) => id));
  return acknowledged.filter((id) => !there.has(id));
};

test('a full disk causes a 503 for writes, while reads still work, until there is space', async () => {
  expect(await addCase()).toBe(200);
  fs.writeFileSync(flag, '');
  const statuses: number[] = [];
  // The tables' existing pages have space for some rows.
  while (!statuses.includes(503) && statuses.length < 500) statuses.push(await addCase());
  expect(new Set(statuses)).toEqual(new Set([200, 503].filter((status) => statuses.includes(status))));
  expect(statuses).toContain(503);
  expect(await lost()).toEqual([]);
  expect((await fetch(`${product.url}/ready`)).status).toBe(200);
  fs.rmSync(flag);
  expect(await addCase()).toBe(200);
  expect(await lost()).toEqual([]);
});

test('if the database can’t even write its log, the server stops with a message and loses nothing', async () => {
  const addToFullDisk = async () => {
    fs.rmSync(flag, { force: true });
    expect(await addCase()).toBe(200);
    fs.writeFileSync(flag, 'all');
    return addCase().catch(() => 'no answer');
  };
  // If a table or an index has to grow, the write is refused before it reaches the log.
  let answer = await addToFullDisk();
  while (answer === 503) answer = await addToFullDisk();
  expect(answer).toBe('no answer');
  expect(await product.ended).toBe(1);
  expect(product.printed()).toMatch(/The embedded database had to stop: .*No space left on device.* start again\./);
  fs.rmSync(flag);
  product = await start();
  expect(await lost()).toEqual([]);
  expect(await addCase()).toBe(200);
});
