// Requests made to exhaust the server: slow bodies, large bodies, floods from one address, too many open streams.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Product } from '../../scripts/tools/product.ts';
import { openPostgresDatabase, type Database } from '#server/database/database.ts';
import { addPerson, addSession } from '#test/people.ts';
import { newPostgresUrl } from './databases.ts';
import { call, patiently, startNode } from './nodes.ts';
import { openTab } from './tab.ts';
import { eventually } from '#test/eventually.ts';

const SLOTS = 4;

let url: string;
let node: Product;
let database: Database;
beforeAll(async () => {
  url = await newPostgresUrl('migrated');
  node = await startNode(url, { MAX_CONCURRENT_CALLS: String(SLOTS), TRUSTED_PROXIES: '1' });
  database = openPostgresDatabase(url, { pool: 2, prepare: true });
});
afterAll(async () => {
  await database?.close();
  await node?.stop();
});

/** Sends raw bytes. `answer` is everything that comes back until the server closes the connection. */
const open = async (bytes: string): Promise<{ socket: Socket; answer: Promise<string> }> => {
  const socket = connect(Number(new URL(node.url).port), '127.0.0.1');
  await once(socket, 'connect');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.on('error', () => {});
  socket.write(bytes, 'latin1');
  return { socket, answer: once(socket, 'close').then(() => text) };
};
const post = (path: string, headers: string[], body: string): string =>
  [`POST ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', body].join('\r\n');

test('clients that send a body slowly don’t delay others and are disconnected after 5 seconds', async () => {
  const slow = post('/api/rpc/session/me', ['Content-Type: application/json', 'Content-Length: 1000'], '{');
  const sockets = await Promise.all(Array.from({ length: 210 }, () => open(slow)));
  const from = performance.now();
  for (let asked = 0; asked < 10; asked += 1) expect((await call(node, 'status/services')).status).toBe(200);
  const answers = await Promise.all(sockets.map(({ answer }) => answer));
  expect(performance.now() - from).toBeLessThan(patiently(9000));
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

test('one address gets at most half of the slots, and an IPv6 network counts as one address', async () => {
  const operator = new Client({ connectionString: url });
  await operator.connect();
  await operator.query('begin; lock table service_statuses in access exclusive mode');
  const from = (address: string) => call(node, 'status/services', undefined, { 'x-forwarded-for': address });
  const flood = Array.from({ length: SLOTS + 2 }, (_, index) => from(`2001:db8::${index + 1}`));
  // While the table is locked, only refusals are answered.
  await Promise.race(flood);
  const neighbor = from('2001:db8:0:1::1');
  const late = from('2001:db8::ffff');
  expect((await late).status).toBe(503);
  await operator.query('rollback');
  await operator.end();
  expect((await neighbor).status).toBe(200);
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 503, 503, 503, 503]);
});

test.each(['/api/rpc/status/services', '/api/v1/status/services'])(
  '%s takes JSON of at most 200 kB and nothing else',
  async (path) => {
    const send = async (type: string, body: string) => {
      const headers = { 'content-type': type };
      const answer = await fetch(`${node.url}${path}`, { method: 'POST', headers, body });
      return answer.status;
    };
    expect(await send('application/json', JSON.stringify({ json: { a: 'x'.repeat(199_000) } }))).not.toBe(413);
    expect(await send('application/json', JSON.stringify({ json: { a: 'x'.repeat(200_000) } }))).toBe(413);
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']) {
      expect(await send(type, '0=x&1=x')).toBe(415);
    }
  },
);

test.each(['/api/rpc/status/services', '/api/v1/status/services', '/api/rpc/ballots/recognize'])(
  'a body without a length gets a 411, however much is sent to %s',
  async (path) => {
    const chunk = `10000\r\n${'x'.repeat(0x1_00_00)}\r\n`;
    const { token } = await addPerson(database, { superAdmin: true });
    const headers = ['Content-Type: multipart/form-data; boundary=x', 'Transfer-Encoding: chunked'].concat(
      `Cookie: courtside=${token}`,
    );
    const { socket, answer } = await open(post(path, headers, ''));
    for (let sent = 0; sent < 40; sent += 1) socket.write(chunk);
    expect(await answer).toMatch(/^HTTP\/1\.1 411 /);
  },
);

test('only POST reaches a call, so a HEAD request signs nobody out', async () => {
  const { token } = await addPerson(database);
  const headers = { cookie: `courtside=${token}` };
  for (const method of ['HEAD', 'GET', 'PUT', 'PATCH', 'DELETE']) {
    for (const prefix of ['rpc', 'v1']) {
      const answer = await fetch(`${node.url}/api/${prefix}/session/signOut`, { method, headers });
      expect([method, prefix, answer.status, answer.headers.get('allow')]).toEqual([method, prefix, 405, 'POST']);
    }
  }
  expect((await call(node, 'session/me', undefined, headers)).body).not.toEqual({ json: null });
});

test('a HEAD request for events opens no stream, which nobody would close', async () => {
  const { token } = await addPerson(database);
  const ask = { method: 'HEAD', headers: { cookie: `courtside=${token}` } };
  expect((await fetch(`${node.url}/api/events`, ask)).status).toBe(404);
  expect(await (await fetch(`${node.url}/metrics`)).text()).toContain('courtside_event_streams 0\n');
});

test.each(['rpc', 'v1'])(
  'an upload by someone without permission to read ballots is refused unread, on %s',
  async (api) => {
    const { token } = await addPerson(database);
    const headers = [
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 19000000',
      `Cookie: courtside=${token}`,
    ];
    // The body is never sent.
    const { answer } = await open(post(`/api/${api}/ballots/recognize`, headers, ''));
    expect(await answer).toMatch(/^HTTP\/1\.1 403 /);
  },
);

test('a person gets at most 60 event streams across all sessions', async () => {
  const { userId } = await addPerson(database);
  const sessions = await Promise.all(Array.from({ length: 4 }, () => addSession(database, userId)));
  const tabs = await Promise.all(sessions.flatMap((token) => Array.from({ length: 20 }, () => openTab(node, token))));
  const metrics = async () =>
    /courtside_event_streams (\d+)/.exec(await (await fetch(`${node.url}/metrics`)).text())?.[1];
  await eventually(async () => expect(await metrics()).toBe('60'));
  const ended = tabs.filter(({ received }) => received.some(({ event }) => event === 'ended'));
  expect(ended).toHaveLength(20);
  for (const tab of tabs) tab.close();
});
