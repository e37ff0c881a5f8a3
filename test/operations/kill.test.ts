// Acknowledged writes survive. The process is killed repeatedly while it writes: every acknowledged row exists exactly
// once, and each start succeeds. The long run kills it 200 times per database (TEST_KILLS=200). The private PostgreSQL is killed
// too, every second time together with the product.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { DEMO_PASSWORD, startProduct, type Product } from '../../scripts/tools/product.ts';
import { openPostgresDatabase } from '#server/database/database.ts';
import { randomFrom } from '#test/ballots/random.ts';
import { addPerson } from '#test/people.ts';
import { newPostgresUrl } from './databases.ts';
import { copyDemoWorld } from '../setup/demo-world.ts';
import { call, startNode, untilStatus } from './nodes.ts';

const KILLS = Number(process.env['TEST_KILLS'] ?? 2);
const WRITERS = 4;
const SEED = Number(process.env['TEST_SEED'] ?? Date.now());

const folder = fs.mkdtempSync(path.join(tmpdir(), 'courtside-kills-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Where the product runs, and the cookie of someone who may add cases. */
const places = {
  'the private PostgreSQL': async () => {
    const dataDir = path.join(folder, 'data');
    copyDemoWorld(dataDir);
    const start = () => startProduct({ dataDir });
    const product = await start();
    const answer = await call(product, 'session/signIn', { email: 'super@demo.test', password: DEMO_PASSWORD });
    return { product, start, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  },
  'another PostgreSQL': async () => {
    const url = await newPostgresUrl('migrated');
    const start = () => startNode(url);
    const product = await start();
    const database = openPostgresDatabase(url, { pool: 1, prepare: true });
    const { token } = await addPerson(database, { superAdmin: true });
    await database.close();
    return { product, start, cookie: `courtside=${token}` };
  },
};

/** Adds cases until the server is gone and collects the acknowledged IDs. */
async function write(product: Product, cookie: string, acknowledged: string[]): Promise<void> {
  for (;;) {
    const id = randomUUID();
    const input = { id, name: `Case ${id}`, year: 2026, type: 'civil', area: null, isActive: true };
    const answer = await call(product, 'cases/add', input, { cookie }).catch(() => undefined);
    if (!answer) return;
    if (answer.status === 200) acknowledged.push(id);
    // A busy machine may refuse a write, which is then not acknowledged.
    else if (answer.status !== 503) throw new Error(`A case was not added: ${JSON.stringify(answer.body)}`);
  }
}

/** The IDs of the cases. A node that has just started on a busy machine may need a moment. */
async function casesIn(product: Product, cookie: string): Promise<string[]> {
  let body: unknown;
  const ask = async () => {
    const answer = await call(product, 'cases/overview', undefined, { cookie });
    ({ body } = answer);
    return answer;
  };
  await untilStatus(ask, 200);
  return (body as { json: { id: string }[] }).json.map(({ id }) => id);
}

test.each(['the private PostgreSQL', 'another PostgreSQL'] as const)(
  'whatever was acknowledged before a kill is there after it, once, on %s',
  async (kind) => {
    const { start, cookie, ...first } = await places[kind]();
    let { product } = first;
    const acknowledged: string[] = [];
    const starts: number[] = [];
    const random = randomFrom(SEED);
    console.log(`${kind}: seed ${SEED} (TEST_SEED)`);
    for (let index = 0; index < KILLS; index += 1) {
      const running = product;
      const writers = Array.from({ length: WRITERS }, () => write(running, cookie, acknowledged));
      const before = acknowledged.length;
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + WRITERS), { timeout: 60_000 });
      await new Promise((resolve) => setTimeout(resolve, random.next() * 500));
      await running.kill(index % 2 === 0 ? 'with PostgreSQL' : undefined);
      await Promise.all(writers);
      const from = performance.now();
      product = await start();
      starts.push(performance.now() - from);
      const there = await casesIn(product, cookie);
      expect(new Set(there).size).toBe(there.length);
      expect(acknowledged.filter((id) => !there.includes(id))).toEqual([]);
    }
    await product.stop();
    const slowest = Math.round(Math.max(...starts));
    console.log(`${kind}: ${KILLS} kills, ${acknowledged.length} acknowledged, 0 lost; slowest start ${slowest} ms`);
    expect(acknowledged.length).toBeGreaterThan(0);
  },
  120_000 + KILLS * 60_000,
);
