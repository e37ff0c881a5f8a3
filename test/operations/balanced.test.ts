// Three nodes on one PostgreSQL behind nginx, set up as docs/production.md says. Nodes start, stop, are replaced and
// killed under load. Only requests on a killed node fail, and no write is lost or repeated.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/tools/free-port.ts';
import { startNginx } from '../../scripts/tools/nginx.ts';
import type { Product } from '../../scripts/tools/product.ts';
import { openPostgresDatabase, type Database } from '#server/database/database.ts';
import { addPerson } from '#test/people.ts';
import { newPostgresUrl } from './databases.ts';
import { call, startNode } from './nodes.ts';

/** Rounds of stopping, replacing and killing. The long run has more. */
const ROUNDS = Number(process.env['TEST_ROUNDS'] ?? 1);
const WRITERS = 8;

let url: string;
let database: Database;
let cookie: string;
let balancer: { url: string; stop(): Promise<void> };
let ports: number[] = [];
const nodes: Product[] = [];

const startOn = (port: number): Promise<Product> => startNode(url, { PORT: String(port), TRUSTED_PROXIES: '1' });

beforeAll(async () => {
  url = await newPostgresUrl('bare');
  // The fourth node starts later.
  ports = await Promise.all([1, 2, 3, 4].map(() => freePort()));
  // All at once, so that the migrations race.
  nodes.push(...(await Promise.all(ports.slice(0, 3).map(startOn))));
  database = openPostgresDatabase(url, { pool: 2, prepare: true });
  cookie = `courtside=${(await addPerson(database, { superAdmin: true })).token}`;
  balancer = await startNginx(ports);
});
afterAll(async () => {
  await balancer?.stop();
  await database?.close();
  await Promise.all(nodes.map((node) => node.stop()));
});

const acknowledged: string[] = [];
const failed: number[] = [];
async function writeUntil(load: { ended: boolean }): Promise<void> {
  while (!load.ended) {
    const id = randomUUID();
    const input = { id, name: `Case ${id}`, year: 2026, type: 'civil', area: null, isActive: true };
    const { status } = await call(balancer, 'cases/add', input, { cookie });
    if (status === 200) acknowledged.push(id);
    else failed.push(status);
    // Without a pause, the writers would take the processor from the starting nodes.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
/** Long enough for every node to get its share of writes. */
const aWhile = async (): Promise<void> => {
  for (const goal = acknowledged.length + 10 * WRITERS; acknowledged.length < goal && failed.length <= WRITERS;)
    await new Promise((resolve) => setTimeout(resolve, 50));
};

const answeredBy = async (node: Product): Promise<number> => {
  const text = await (await fetch(`${node.url}/metrics`)).text();
  return Number(/courtside_call_seconds_count (\d+)/.exec(text)?.[1]);
};
/** After a refused connection, nginx skips the node for two seconds. If it skipped all of them, nobody would answer. */
const untilAllAnswer = async (): Promise<void> => {
  const before = await Promise.all(nodes.map(answeredBy));
  for (;;) {
    const now = await Promise.all(nodes.map(answeredBy));
    if (now.every((count, index) => count > before[index]!)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

test(
  'while nodes start, stop and die under load, only requests on a killed node fail and no write is lost or repeated',
  async () => {
    const load = { ended: false };
    const writers = Promise.all(Array.from({ length: WRITERS }, () => writeUntil(load)));
    await aWhile();
    nodes.push(await startOn(ports[3] ?? 0));
    for (let round = 0; round < ROUNDS; round += 1) {
      await untilAllAnswer();
      failed.length = 0;
      const [replaced, victim] = nodes.splice(0, 2);
      await replaced?.stop();
      await aWhile();
      expect(failed).toEqual([]);
      nodes.push(await startOn(Number(new URL(replaced?.url ?? '').port)));
      await aWhile();
      expect(failed).toEqual([]);
      await victim?.kill();
      await aWhile();
      nodes.push(await startOn(Number(new URL(victim?.url ?? '').port)));
      expect(failed.filter((status) => status !== 502)).toEqual([]);
      expect(failed.length).toBeLessThanOrEqual(WRITERS);
    }
    load.ended = true;
    await writers;
    const rows = await database.owner.selectFrom('cases').select('name').execute();
    const names = new Set(rows.map(({ name }) => name));
    expect(names.size).toBe(rows.length);
    expect(acknowledged.filter((id) => !names.has(`Case ${id}`))).toEqual([]);
  },
  120_000 + ROUNDS * 60_000,
);

test('a session works on every node, and signing out on one ends it on all', async () => {
  const { token } = await addPerson(database);
  const headers = { cookie: `courtside=${token}` };
  const seenBy = async (node: Product) =>
    ((await call(node, 'session/me', undefined, headers)).body as { json: unknown }).json;
  for (const node of nodes) expect(await seenBy(node)).not.toBeNull();
  const [first] = nodes;
  if (first) await call(first, 'session/signOut', undefined, headers);
  for (const node of nodes) expect(await seenBy(node)).toBeNull();
});

test('failed sign-ins are counted across all nodes', async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 12; index += 1) {
    const node = nodes[index % nodes.length];
    if (node)
      statuses.push((await call(node, 'session/signIn', { email: 'nobody@example.test', password: 'wrong' })).status);
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.slice(10)).toEqual([429, 429]);
});
