// Three nodes on one PostgreSQL behind nginx, set up as docs/production.md says: nodes come, end, are replaced and killed
// under load, and no request fails but those on a node at the moment of its death; no write is lost or made twice.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/tools/free-port.ts';
import { startNginx } from '../../scripts/tools/nginx.ts';
import type { Product } from '../../scripts/tools/product.ts';
import { openPostgresDatabase, type Database } from '#server/database/database.ts';
import { addPerson } from '#test/people.ts';
import { newPostgresUrl } from './databases.ts';
import { call, startNode } from './nodes.ts';

/** Rounds of ending, replacing and killing; the long run has more. */
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
  // The fourth node comes later.
  ports = await Promise.all([1, 2, 3, 4].map(() => freePort()));
  // All at once: the migrations race.
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
    // People pause too; without it the writers take the processor from the nodes that start.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
/** Long enough that every node has its share. */
const aWhile = async (): Promise<void> => {
  for (const goal = acknowledged.length + 10 * WRITERS; acknowledged.length < goal && failed.length <= WRITERS;)
    await new Promise((resolve) => setTimeout(resolve, 50));
};

test(
  'nodes come, end, are replaced and killed under load: nothing fails but what was on a killed node, nothing is lost or doubled',
  async () => {
    const load = { ended: false };
    const writers = Promise.all(Array.from({ length: WRITERS }, () => writeUntil(load)));
    await aWhile();
    nodes.push(await startOn(ports[3] ?? 0));
    for (let round = 0; round < ROUNDS; round += 1) {
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

test('a session made on one node holds on the others, and signing out on one ends it on all', async () => {
  const { token } = await addPerson(database);
  const headers = { cookie: `courtside=${token}` };
  const seenBy = async (node: Product) =>
    ((await call(node, 'session/me', undefined, headers)).body as { json: unknown }).json;
  for (const node of nodes) expect(await seenBy(node)).not.toBeNull();
  const [first] = nodes;
  if (first) await call(first, 'session/signOut', undefined, headers);
  for (const node of nodes) expect(await seenBy(node)).toBeNull();
});

test('failed sign-ins are counted for all nodes together', async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 12; index += 1) {
    const node = nodes[index % nodes.length];
    if (node)
      statuses.push((await call(node, 'session/signIn', { email: 'nobody@example.test', password: 'wrong' })).status);
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.slice(10)).toEqual([429, 429]);
});
