// PostgreSQL stops, is killed, or hangs: the nodes stay up, say so quickly, and are back by themselves.
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres, type Postgres } from '../../scripts/tools/postgres.ts';
import type { Product } from '../../scripts/tools/product.ts';
import { call, ready, startNode, untilStatus } from './nodes.ts';

let postgres: Postgres;
let node: Product;

beforeAll(async () => {
  postgres = await startPostgres();
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
    expect(gone.ms).toBeLessThan(1000);
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
    for (let nth = 0; nth < 40; nth += 1) seen.push((await services()).status);
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

test('calls beyond the bound are refused at once, and the others are answered', async () => {
  const small = await startNode(postgres.url, { MOST_CALLS_AT_ONCE: '4' });
  const answers = await Promise.all(Array.from({ length: 40 }, () => call(small, 'status/services')));
  const shed = answers.filter(({ status }) => status === 503);
  expect(shed.length).toBeGreaterThan(0);
  expect(shed.length + answers.filter(({ status }) => status === 200).length).toBe(40);
  for (const { headers } of shed) expect(headers.get('retry-after')).toBe('2');
  await small.stop();
});
