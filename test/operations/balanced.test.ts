// Three nodes on one PostgreSQL behind a balancer that goes round: nodes are killed, end and come under load, and no
// request fails but those on a node at the moment of its death; no write is lost or made twice.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres, type Postgres } from '../../scripts/tools/postgres.ts';
import type { Product } from '../../scripts/tools/product.ts';
import { openPostgresDatabase, type Database } from '#server/database/database.ts';
import { addPerson } from '#test/people.ts';
import { call, startNode } from './nodes.ts';

let postgres: Postgres;
let database: Database;
let cookie: string;
const nodes: Product[] = [];
/** Requests that were on their way to a node when it was killed. */
let broken = 0;

/** Goes round the nodes; only what a node never took on is given to the next one. */
async function goRound(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  for (const [nth, node] of [...nodes].entries()) {
    if (nth === 0) nodes.push(...nodes.splice(0, 1));
    const outcome = await forward(node, request, Buffer.concat(chunks), response);
    if (outcome === 'answered') return;
    if (outcome === 'broken') break;
  }
  broken += 1;
  response.writeHead(502).end();
}
const balancer = http.createServer((request, response) => void goRound(request, response));

function forward(node: Product, request: http.IncomingMessage, body: Buffer, response: http.ServerResponse) {
  return new Promise<'answered' | 'not taken' | 'broken'>((resolve) => {
    const { method, headers, url } = request;
    const onward = http.request(
      `${node.url}${url}`,
      { method, headers, agent: false } as http.RequestOptions,
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response).on('finish', () => resolve('answered'));
        answer.on('error', () => response.destroy());
      },
    );
    onward.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'not taken' : 'broken'),
    );
    onward.end(body);
  });
}

beforeAll(async () => {
  postgres = await startPostgres();
  // All at once: the migrations race.
  nodes.push(...(await Promise.all([1, 2, 3].map(() => startNode(postgres.url)))));
  database = openPostgresDatabase(postgres.url, { pool: 2, prepare: true });
  cookie = `courtside=${(await addPerson(database, { superAdmin: true })).token}`;
  balancer.listen(0, '127.0.0.1');
  await once(balancer, 'listening');
});
afterAll(async () => {
  balancer.close();
  balancer.closeAllConnections();
  await database?.close();
  await Promise.all(nodes.map((node) => node.stop()));
  await postgres?.stop();
});

test('nodes come, end and are killed under load: nothing fails but what was on a killed node, nothing is lost or doubled', async () => {
  const all = { url: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}` };
  const load = { ended: false };
  const acknowledged: string[] = [];
  const failed: number[] = [];
  const client = async (): Promise<void> => {
    while (!load.ended) {
      const id = randomUUID();
      const input = { id, name: `Case ${id}`, year: 2026, type: 'civil', area: null, isActive: true };
      const { status } = await call(all, 'cases/add', input, { cookie });
      if (status === 200) acknowledged.push(id);
      else failed.push(status);
    }
  };
  const clients = Array.from({ length: 8 }, client);
  const pause = () => new Promise((resolve) => setTimeout(resolve, 700));
  await pause();
  const told = nodes.pop();
  await told?.stop();
  expect(failed).toEqual([]);
  nodes.push(await startNode(postgres.url));
  await pause();
  const [victim] = nodes;
  if (victim === undefined) throw new Error('There is a node to kill.');
  await victim.kill();
  // Meanwhile the balancer went on round: the victim may be anywhere.
  nodes.splice(nodes.indexOf(victim), 1);
  nodes.push(await startNode(postgres.url));
  await pause();
  load.ended = true;
  await Promise.all(clients);
  expect(failed.filter((status) => status !== 502)).toEqual([]);
  expect(failed.length).toBeLessThanOrEqual(broken);
  expect(broken).toBeLessThanOrEqual(8);
  const rows = await database.owner.selectFrom('cases').select('name').execute();
  const names = rows.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(acknowledged.filter((id) => !names.includes(`Case ${id}`))).toEqual([]);
});

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
  for (let nth = 0; nth < 12; nth += 1) {
    const node = nodes[nth % nodes.length];
    if (node)
      statuses.push((await call(node, 'session/signIn', { email: 'nobody@example.test', password: 'wrong' })).status);
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.slice(10)).toEqual([429, 429]);
});
