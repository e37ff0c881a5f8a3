// While PostgreSQL is stopped, killed or frozen, the nodes stay up, report it quickly, and recover by themselves.
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgresDatabase } from '#server/database/database.ts';
import { startPostgres, type Postgres } from '../../scripts/tools/postgres.ts';
import { launch, type Product } from '../../scripts/tools/product.ts';
import { call, patiently, ready, startNode, untilStatus, type Answer } from './nodes.ts';
import { startDelayingProxy } from './outside/delaying-proxy.ts';
import { eventually } from '../eventually.ts';

let postgres: Postgres;
let node: Product;

beforeAll(async () => {
  // Few enough connections for a test to use all of them.
  postgres = await startPostgres({ settings: { max_connections: '40' } });
  node = await startNode(postgres.url);
});

afterAll(async () => {
  await node?.stop();
  await postgres?.stop();
});

const services = () => call(node, 'status/services');

test('a node is live and ready while its database answers', async () => {
  expect((await fetch(`${node.url}/health`)).status).toBe(200);
  expect(await ready(node)).toMatchObject({ status: 200, body: { status: 'ready', database: 'answers' } });
});

test.each(['SIGINT', 'SIGKILL'] as const)(
  'a database that is stopped by %s causes a quick 503, and the node recovers within 5 seconds',
  async (signal) => {
    expect((await services()).status).toBe(200);
    await postgres.halt(signal);
    const gone = await services();
    expect(gone).toMatchObject({ status: 503, body: { json: { code: 'SERVICE_UNAVAILABLE' } } });
    expect(Number(gone.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(gone.ms).toBeLessThan(patiently(1000));
    expect(await ready(node)).toMatchObject({ status: 503, body: { database: 'gone' } });
    expect((await fetch(`${node.url}/health`)).status).toBe(200);
    await postgres.resume();
    await untilStatus(services, 200);
    expect((await ready(node)).status).toBe(200);
  },
);

test('a node survives when its database is killed under load', async () => {
  const seen: number[] = [];
  const load = Array.from({ length: 20 }, async () => {
    for (let index = 0; index < 40; index += 1) seen.push((await services()).status);
  });
  await eventually(() => expect(seen.length).toBeGreaterThan(20));
  await postgres.halt('SIGKILL');
  await postgres.resume();
  await Promise.all(load);
  expect(seen.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  await untilStatus(services, 200);
});

test('a node that starts without a database waits for it', async () => {
  await postgres.halt('SIGINT');
  const waiting = launch({ dataDir: '/nonexistent', settings: { DATABASE_URL: postgres.url } });
  await eventually(() => expect(waiting.printed()).toContain('Trying again every second'));
  await postgres.resume();
  await eventually(() => expect(waiting.printed()).toContain('is ready: '));
  const [, url = ''] = /is ready: (\S+?)\)?\n/.exec(waiting.printed()) ?? [];
  expect((await ready({ url })).status).toBe(200);
  waiting.child.kill();
  await waiting.ended;
});

test('a node that loses its connection in the middle of its start tries again', async () => {
  const { owner, close } = openPostgresDatabase(postgres.url, { pool: 2, patient: true });
  const starting = await owner.transaction().execute(async (tx) => {
    await sql`lock table users in access exclusive mode`.execute(tx);
    const launched = launch({ dataDir: '/nonexistent', settings: { DATABASE_URL: postgres.url } });
    await eventually(async () => {
      const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where wait_event_type = 'Lock' and query like '%from "users"%'`.execute(owner);
      expect(rows).toHaveLength(1);
    });
    return launched;
  });
  await eventually(() => expect(starting.printed()).toContain('is ready: '));
  expect(starting.printed()).toContain('Trying again every second');
  starting.child.kill();
  await starting.ended;
  await close();
});

test('when a lock blocks every connection, all calls are refused within 4 seconds', async () => {
  const operator = new Client({ connectionString: postgres.url });
  await operator.connect();
  await operator.query('begin; lock table service_statuses in access exclusive mode');
  const refused = await Promise.all(Array.from({ length: 40 }, services));
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
  expect(Math.max(...refused.map(({ ms }) => ms))).toBeLessThan(patiently(4000));
  await operator.query('rollback');
  await operator.end();
  await untilStatus(services, 200);
});

test('a frozen database causes a 503 within seconds, and the node recovers within 5 seconds of its thaw', async () => {
  const thaw = await postgres.freeze();
  try {
    const refused = await Promise.all(Array.from({ length: 30 }, services));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Math.max(...refused.map(({ ms }) => ms))).toBeLessThan(patiently(7000));
    expect(await ready(node)).toMatchObject({ status: 503, body: { database: 'gone' } });
    expect((await fetch(`${node.url}/health`)).status).toBe(200);
  } finally {
    thaw();
  }
  await untilStatus(services, 200);
  await untilStatus(() => ready(node), 200);
});

test('a database without a free connection causes a 503 until one is free', async () => {
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
  await untilStatus(() => call(fresh, 'status/services'), 200);
  await fresh.stop();
});

test('a slow database delays answers, and one that is too slow causes a 503', async () => {
  const far = await startDelayingProxy(postgres.url);
  const distant = await startNode(far.url);
  far.delay(100);
  expect((await call(distant, 'status/services')).status).toBe(200);
  // Also on a connection that was idle for as long as an answer may take.
  await delay(7000);
  far.delay(60_000);
  const refused = await call(distant, 'status/services');
  expect(refused.status).toBe(503);
  expect(refused.ms).toBeLessThan(patiently(7000));
  expect((await fetch(`${distant.url}/health`)).status).toBe(200);
  far.delay(0);
  await untilStatus(() => call(distant, 'status/services'), 200, 8000);
  await distant.stop();
  far.close();
});

test('a node with four times its capacity of calls answers what it can, refuses the rest at once, and stays live', async () => {
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

test('calls beyond the connection queue are refused at once', async () => {
  const narrow = await startNode(postgres.url, { DATABASE_POOL: '1', MAX_CONCURRENT_CALLS: '1000' });
  const answers = await Promise.all(Array.from({ length: 200 }, () => call(narrow, 'status/services')));
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)).toEqual([]);
  // A call that was lost would wait forever.
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(patiently(5000));
  await untilStatus(() => call(narrow, 'status/services'), 200);
  await narrow.stop();
});
