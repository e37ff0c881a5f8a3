// Acknowledged writes survive. The process is killed repeatedly while it adds, changes and deletes, one record or many at once: whatever
// was acknowledged is as it was, a call's changes are all there or none, and each start succeeds. The long run kills it 200 times per database (TEST_KILLS=200). The private PostgreSQL is killed
// too, every second time together with the product.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DEMO_PASSWORD, startProduct, type Product } from '../../scripts/tools/product.ts';
import { openPostgresDatabase } from '#server/database/database.ts';
import { randomFrom } from '#test/ballots/random.ts';
import { addPerson } from '#test/people.ts';
import { newPostgresUrl } from './databases.ts';
import { copyDemoWorld } from '../setup/demo-world.ts';
import { call, startNode, untilStatus } from './nodes.ts';
import { eventually } from '#test/eventually.ts';

const KILLS = Number(process.env['TEST_KILLS'] ?? 2);
const SEED = Number(process.env['TEST_SEED'] ?? 1);

const folder = fs.mkdtempSync(path.join(tmpdir(), 'courtside-kills-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Where the product runs, and the cookie of someone who may add and delete cases. */
const places = {
  'the private PostgreSQL': async () => {
    const dataDir = path.join(folder, 'data');
    copyDemoWorld(dataDir);
    const start = () => startProduct({ dataDir });
    const product = await start();
    const answer = await call(product, 'session/signIn', { email: 'dbm@demo.test', password: DEMO_PASSWORD });
    return { product, start, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  },
  'another PostgreSQL': async () => {
    const url = await newPostgresUrl('migrated');
    const start = () => startNode(url);
    const product = await start();
    const database = openPostgresDatabase(url, { pool: 1, prepare: true });
    const { token } = await addPerson(database, { dbManager: true });
    await database.close();
    return { product, start, cookie: `courtside=${token}` };
  },
};

type Case = { id: string; name: string; version: number };
type Send = <Answer>(name: string, input: unknown) => Promise<Answer | undefined>;

/** What the server has acknowledged, and what was sent to it as one call. */
class Acknowledged {
  readonly added = new Set<string>();
  readonly deleted = new Set<string>();
  /** The newest version of each changed case. */
  readonly versions = new Map<string, number>();
  readonly sentTogether: string[][] = [];

  get count(): number {
    return this.added.size + this.deleted.size + [...this.versions.values()].reduce((sum, version) => sum + version, 0);
  }
}

const fields = (id: string) => ({ name: `Case ${id}`, year: 2026, type: 'civil', area: null, isActive: true });

/** Each writer writes once, in its own way, and says whether it was acknowledged. */
const WRITERS = {
  adds: async (send: Send, seen: Acknowledged) => {
    const id = randomUUID();
    const added = await send<Case>('cases/add', { id, ...fields(id) });
    if (added) seen.added.add(id);
    return added;
  },
  'changes one case again and again': async (send: Send, seen: Acknowledged) => {
    const current = await WRITERS.adds(send, seen);
    let changed = current;
    for (let time = 1; changed && time < 20; time += 1) {
      const { id: caseId, version } = changed;
      changed = await send<Case>('cases/update', { caseId, version, changed: { name: `${current?.name} ${time}` } });
      if (changed) seen.versions.set(caseId, changed.version);
    }
    return changed;
  },
  'adds many at once': async (send: Send, seen: Acknowledged) => {
    const ids = Array.from({ length: 5 }, () => randomUUID());
    seen.sentTogether.push(ids);
    const outcomes = await send<object[]>('cases/changeMany', { changes: ids.map((id) => ({ id, add: fields(id) })) });
    if (outcomes) for (const id of ids) seen.added.add(id);
    return outcomes;
  },
  deletes: async (send: Send, seen: Acknowledged) => {
    const added = await WRITERS.adds(send, seen);
    // From here on, the change counts as uncertain until the server has acknowledged it.
    if (!added || !seen.added.delete(added.id)) return undefined;
    const deleted = await send<null>('cases/remove', { caseId: added.id });
    if (deleted !== undefined) seen.deleted.add(added.id);
    return deleted;
  },
};

/** Writes until the server is gone. */
async function write(
  product: Product,
  cookie: string,
  seen: Acknowledged,
  writer: keyof typeof WRITERS,
): Promise<void> {
  const server = { isThere: true };
  const send: Send = async <Answer>(name: string, input: unknown) => {
    const answer = await call(product, name, input, { cookie }).catch(() => undefined);
    server.isThere = answer !== undefined;
    // A busy machine may refuse a write, which is then not acknowledged.
    if (!answer || answer.status === 503) return undefined;
    if (answer.status !== 200) throw new Error(`${name} was refused: ${JSON.stringify(answer.body)}`);
    return ((answer.body as { json?: Answer }).json ?? null) as Answer;
  };
  while (server.isThere) await WRITERS[writer](send, seen);
}

/** The names of the cases, by id. A node that has just started on a busy machine may need a moment. */
async function casesIn(product: Product, cookie: string): Promise<Map<string, string>> {
  let body: unknown;
  const ask = async () => {
    const answer = await call(product, 'cases/overview', undefined, { cookie });
    ({ body } = answer);
    return answer;
  };
  await untilStatus(ask, 200);
  const cases = (body as { json: Case[] }).json;
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  return new Map(cases.map(({ id, name }) => [id, name]));
}

function expectNothingLost(there: Map<string, string>, seen: Acknowledged): void {
  expect([...seen.added].filter((id) => !there.has(id))).toEqual([]);
  expect([...seen.deleted].filter((id) => there.has(id))).toEqual([]);
  // A case starts at version 1, and its name counts the changes. The last one that was sent may be there without an acknowledgment.
  const timesOf = (id: string): number => Number(there.get(id)?.split(' ')[2] ?? 0);
  expect([...seen.versions].filter(([id, version]) => ![version - 1, version].includes(timesOf(id)))).toEqual([]);
  expect(seen.sentTogether.filter((ids) => new Set(ids.map((id) => there.has(id))).size > 1)).toEqual([]);
}

test.each(['the private PostgreSQL', 'another PostgreSQL'] as const)(
  'whatever was acknowledged before a kill is there after it, once, on %s',
  async (kind) => {
    const { start, cookie, ...first } = await places[kind]();
    let { product } = first;
    const seen = new Acknowledged();
    const starts: number[] = [];
    const random = randomFrom(SEED);
    console.log(`${kind}: seed ${SEED} (TEST_SEED)`);
    for (let index = 0; index < KILLS; index += 1) {
      const running = product;
      const writers = (Object.keys(WRITERS) as (keyof typeof WRITERS)[]).map((writer) =>
        write(running, cookie, seen, writer),
      );
      const before = seen.count;
      await eventually(() => expect(seen.count).toBeGreaterThan(before + writers.length));
      await new Promise((resolve) => setTimeout(resolve, random.next() * 500));
      await running.kill(index % 2 === 0 ? 'with PostgreSQL' : undefined);
      await Promise.all(writers);
      const from = performance.now();
      product = await start();
      starts.push(performance.now() - from);
      expectNothingLost(await casesIn(product, cookie), seen);
    }
    await product.stop();
    const slowest = Math.round(Math.max(...starts));
    console.log(`${kind}: ${KILLS} kills, ${seen.count} acknowledged, 0 lost; slowest start ${slowest} ms`);
    expect(seen.count).toBeGreaterThan(0);
  },
  120_000 + KILLS * 60_000,
);
