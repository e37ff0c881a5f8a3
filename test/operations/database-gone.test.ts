// PostgreSQL stops, is killed, or hangs: the nodes stay up, say so quickly, and are back by themselves.
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres, type Postgres } from '../../scripts/tools/postgres.ts';
import type { Product } from '../../scripts/tools/product.ts';
import { call, ready, startNode, untilStatus, type Answer } from './nodes.ts';
import { standBetween } from './outside/stand-between.ts';

let postgres: Postgres;
let node: Product;

beforeAll(async () => {
  // So few connections that a test can take them all.
  postgres = await startPostgres({ settings: { max_connections: '40' } });
  node = await startNode(postgres.url);
});

afterAll(async () => {
  await node?.stop();
  await postgres?.stop();
});

const services = () => call(node, 'status/services');

test('a node is alive and ready while its database answers', async () => {
  expect((await fetch(`${node.url}/health`)).status).toBe(200);
  expect(await ready(node)).toMatchObject({ status: 200, body: { status: 'ready', database: 'answers' } });
});

test.each(['SIGINT', 'SIGKILL'] as const)(
  'a database that ends by %s is told quickly as 503, and back within 5 s',
  async (signal) => {
    expect((await services()).status).toBe(200);
    await postgres.halt(signal);
    const gone = await services();
    expect(gone).toMatchObject({ status: 503, body: { json: { code: 'SERVICE_UNAVAILABLE' } } });
    expect(Number(gone.headers.get('retry-after'))).toBeGreaterThan(0);
    // A second, where the machine is not busy with other tests.
    expect(gone.ms).toBeLessThan(3000);
    expect(await ready(node)).toMatchObject({ status: 503, body: { database: 'gone' } });
    expect((await fetch(`${node.url}/health`)).status).toBe(200);
    await postgres.resume();
    expect(await untilStatus(services, 200, 5000)).toBeLessThan(5000);
    expect((await ready(node)).status).toBe(200);
  },
);

test('a database that is killed under load costs no node its life', async () => {
  const load = Array.from({ length: 20 }, async () => {
    const seen: number[] = [];
    for (let index = 0; index < 40; index += 1) seen.push((await services()).status);
    return seen;
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  await postgres.halt('SIGKILL');
  await postgres.resume();
  const statuses = new Set((await Promise.all(load)).flat());
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(await untilStatus(services, 200, 5000)).toBeLessThan(5000);
});

test('a node that starts while the database is away waits for it', async () => {
  await postgres.halt('SIGINT');
  const starting = startNode(postgres.url);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await postgres.resume();
  const second = await starting;
  expect((await ready(second)).status).toBe(200);
  await second.stop();
});

test('when a lock holds up every connection, all calls are refused within 4 s, and none is left waiting', async () => {
  const operator = new Client({ connectionString: postgres.url });
  await operator.connect();
  await operator.query('begin; lock table service_statuses in access exclusive mode');
  const refused = await Promise.all(Array.from({ length: 40 }, services));
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
  expect(Math.max(...refused.map(({ ms }) => ms))).toBeLessThan(4000);
  await operator.query('rollback');
  await operator.end();
  expect(await untilStatus(services, 200, 5000)).toBeLessThan(5000);
});

test('a database that is frozen is told as 503 within seconds, and the node is back within 5 s of its thaw', async () => {
  const thaw = await postgres.freeze();
  try {
    const refused = await Promise.all(Array.from({ length: 30 }, services));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Math.max(...refused.map(({ ms }) => ms))).toBeLessThan(12_000);
    expect(await ready(node)).toMatchObject({ status: 503, body: { database: 'gone' } });
    expect((await fetch(`${node.url}/health`)).status).toBe(200);
  } finally {
    thaw();
  }
  expect(await untilStatus(services, 200, 5000)).toBeLessThan(5000);
  expect(await untilStatus(() => ready(node), 200, 5000)).toBeLessThan(5000);
});

test('a database without a free connection is told as 503, and the node is back when there is one', async () => {
  const fresh = await startNode(postgres.url, { DATABASE_POOL: '20' });
  const taken: Client[] = [];
  const take = async (): Promise<boolean> => {
    const client = new Client({ connectionString: postgres.url });
    client.on('error', () => {});
    try {
      await client.connect();
      taken.push(client);
      return true;
    } catch {
      return false;
    }
  };
  while (await take());
  const answers = await Promise.all(Array.from({ length: 40 }, () => call(fresh, 'status/services')));
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect((await fetch(`${fresh.url}/health`)).status).toBe(200);
  await Promise.all(taken.map((client) => client.end()));
  expect(await untilStatus(() => call(fresh, 'status/services'), 200, 5000)).toBeLessThan(5000);
  await fresh.stop();
});

test('a database that is far away answers late, and one that is too late is told as 503', async () => {
  const far = await standBetween(postgres.url);
  const distant = await startNode(far.url);
  far.delay(100);
  expect((await call(distant, 'status/services')).status).toBe(200);
  far.delay(60_000);
  const refused = await call(distant, 'status/services');
  expect(refused.status).toBe(503);
  expect(refused.ms).toBeLessThan(12_000);
  expect((await fetch(`${distant.url}/health`)).status).toBe(200);
  far.delay(0);
  expect(await untilStatus(() => call(distant, 'status/services'), 200, 8000)).toBeLessThan(8000);
  await distant.stop();
  far.close();
});

test('four times as many calls as a node can take: those beyond are refused at once, the others answered, and it says that it lives', async () => {
  const small = await startNode(postgres.url, { MAX_CONCURRENT_CALLS: '10' });
  const answers: Answer[] = [];
  const client = async (): Promise<void> => {
    for (let index = 0; index < 5; index += 1) answers.push(await call(small, 'status/services'));
  };
  const load = Promise.all(Array.from({ length: 40 }, client));
  expect((await fetch(`${small.url}/health`)).status).toBe(200);
  await load;
  const [served, shed] = [200, 503].map((status) => answers.filter((answer) => answer.status === status));
  expect(served?.length).toBeGreaterThan(0);
  expect(shed?.length).toBeGreaterThan(0);
  expect((served?.length ?? 0) + (shed?.length ?? 0)).toBe(200);
  for (const { headers } of shed ?? []) expect(headers.get('retry-after')).toBe('2');
  await small.stop();
});

test('more calls than can wait for a connection: some are refused at once, none is left waiting', async () => {
  const narrow = await startNode(postgres.url, { DATABASE_POOL: '1', MAX_CONCURRENT_CALLS: '1000' });
  const answers = await Promise.all(Array.from({ length: 200 }, () => call(narrow, 'status/services')));
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)).toEqual([]);
  // A busy machine needs some seconds for 200 clients; who was left waiting would wait for ever.
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(20_000);
  expect(await untilStatus(() => call(narrow, 'status/services'), 200, 5000)).toBeLessThan(5000);
  await narrow.stop();
});
