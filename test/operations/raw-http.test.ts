// HTTP that no browser sends: ambiguous, endless, slow or invalid. The server rejects it, reveals nothing about its
// internals, and keeps answering everyone else.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Product } from '../../scripts/tools/product.ts';
import { newPostgresUrl } from './databases.ts';
import { call, patiently, startNode } from './nodes.ts';

let url: string;
let node: Product;
beforeAll(async () => {
  url = await newPostgresUrl('migrated');
  node = await startNode(url, { METRICS_TOKEN: 'a token for the metrics' });
});
afterAll(async () => {
  await node?.stop();
});

const socketTo = async (): Promise<Socket> => {
  const socket = connect(Number(new URL(node.url).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
};

/** Sends raw bytes. Returns everything that the server answers until it closes the connection, which it must. */
const send = async (bytes: string): Promise<string> => {
  const socket = await socketTo();
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.write(bytes, 'latin1');
  await once(socket, 'close', { signal: AbortSignal.timeout(20_000) });
  socket.destroy();
  return text;
};
const statuses = (text: string): number[] =>
  [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
const INSIDE = /\bat \S+ \(|node_modules|node:internal|\.ts:\d|root:.*:0:0/;
const post = (path: string, headers: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n${body}`;
const json = (body: string): string =>
  `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body, 'latin1')}\r\n`;

const PATH = '/api/rpc/status/services';
const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;

/** A page of the web app, which is the same at every address: it says itself that there is no such page. */
const PAGE = /^<!doctype html>/;
const NO_CALL = /"code":"METHOD_NOT_SUPPORTED"/;
const NO_FILE = /^There is no such file\.$/;

type Oddity = [what: string, bytes: string, status: number, body?: RegExp | undefined];
const ODDITIES: Oddity[] = [
  ['two lengths', post(PATH, 'Content-Length: 4\r\nContent-Length: 40\r\n', 'null'), 400],
  [
    'a length and chunks at once',
    post(
      PATH,
      'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n',
      '0\r\n\r\nGET /health HTTP/1.1\r\nHost: x\r\n\r\n',
    ),
    400,
  ],
  ['an unknown encoding', post(PATH, 'Transfer-Encoding: chunked, nonsense\r\n', '0\r\n\r\n'), 400],
  ['a chunk of a wrong size', post(PATH, 'Transfer-Encoding: chunked\r\n', 'zz\r\nnull\r\n0\r\n\r\n'), 400],
  ['a bare line feed in a header', post(PATH, 'X-A: b\nX-C: d\r\n', ''), 400],
  ['a zero byte in a header', post(PATH, 'X-A: \0\r\n', ''), 400],
  ['headers over the limit', post(PATH, `X-A: ${'a'.repeat(40_000)}\r\n`, ''), 431],
  ['3,000 headers', post(PATH, Array.from({ length: 3000 }, (_, index) => `X-${index}: 1\r\n`).join(''), ''), 431],
  ['no host', 'GET /health HTTP/1.1\r\n\r\n', 400],
  ['an address of 30,000 letters', get(`/${'a'.repeat(30_000)}`), 431],
  ['no HTTP at all', '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03', 400],
  ['a method that nobody knows', 'STEAL /health HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  [
    'a trace',
    'TRACE /api/rpc/session/me HTTP/1.1\r\nHost: x\r\nCookie: courtside=secret\r\nConnection: close\r\n\r\n',
    405,
    NO_CALL,
  ],
  ['another address in the request line', get('http://169.254.169.254/latest'), 200, PAGE],
  [
    'an upgrade',
    `GET ${PATH} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
    405,
    NO_CALL,
  ],
  ...(
    [
      ['/../../../etc/passwd', 200, PAGE],
      ['/assets/..%2f..%2f..%2fpackage.json', 404, NO_FILE],
      ['/%2e%2e/%2e%2e/package.json', 200, PAGE],
      ['/assets/%00', 404, NO_FILE],
      ['/%', 200, PAGE],
      ['/%ff%fe', 200, PAGE],
      ['//etc/passwd', 200, PAGE],
      ['/assets/..\\..\\package.json', 400, undefined],
      ['/api/rpc/../../health', 200, /^\{"status":"alive"\}$/],
      ['/api/rpc/__proto__/constructor', 405, NO_CALL],
      ['/api/rpc/session/__proto__', 405, NO_CALL],
      ['/api/rpc/constructor', 405, NO_CALL],
      ['/api/v1/%00', 405, NO_CALL],
      ['/api/rpc/status/services?data=%7B', 405, NO_CALL],
      ['/api/rpc/status/services?data=%00', 405, NO_CALL],
    ] as const
  ).map(([path, status, body]): Oddity => [`the path ${path}`, get(path), status, body]),
  ...[
    '{"json":',
    '[',
    '"',
    '{"json":{},"meta":[[9,"__proto__"]]}',
    '{"__proto__":{"a":1}}',
    `{"json":${'['.repeat(100_000)}`,
    '\xff\xfe',
    '{"json":{},"maps":[["0"]]}',
  ].map((body): Oddity => [
    `the body ${body.slice(0, 40)}`,
    post('/api/rpc/session/signIn', json(body), body),
    400,
    /"code":"BAD_REQUEST"/,
  ]),
];

test.each(ODDITIES)('%s gets one answer, which reveals no internals', async (_what, bytes, status, body = /^0?$/) => {
  const said = await send(bytes);
  expect(statuses(said)).toEqual([status]);
  const [, text = ''] = said.split('\r\n\r\n');
  expect(text.replace(/^[\da-f]+\r\n/, '')).toMatch(body);
  expect(said).not.toMatch(INSIDE);
  expect((await fetch(`${node.url}/health`)).status).toBe(200);
});

test('a tunnel through the server is closed without an answer', async () => {
  expect(await send('CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n')).toBe('');
});

test('a request that smuggles another one gets a single answer, a refusal', async () => {
  const hidden = 'GET /health HTTP/1.1\r\nHost: x\r\nX: ';
  const both = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: ${hidden.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`;
  expect(statuses(await send(both))).toEqual([400]);
});

test('a body that is too large gets a 413', async () => {
  const answer = await fetch(`${node.url}${PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: 'x'.repeat(30_000_000),
  });
  expect(answer.status).toBe(413);
});

test('clients that never finish their headers are disconnected without delaying others', async () => {
  const slow = await Promise.all(Array.from({ length: 50 }, socketTo));
  for (const socket of slow) socket.write('POST /api/rpc/status/services HTTP/1.1\r\nHost: x\r\nX-Slow: ');
  expect((await call(node, 'status/services')).ms).toBeLessThan(patiently(1000));
  // The server looks every two seconds for those that have taken ten.
  await Promise.all(slow.map((socket) => once(socket.resume(), 'close')));
});

test('a thousand idle connections don’t slow the server down', async () => {
  const idle = await Promise.all(Array.from({ length: 1000 }, socketTo));
  const taken: number[] = [];
  for (let index = 0; index < 20; index += 1) {
    const answer = await call(node, 'status/services');
    expect(answer.status).toBe(200);
    taken.push(answer.ms);
  }
  expect(taken.toSorted((a, b) => a - b)[10]).toBeLessThan(patiently(250));
  for (const socket of idle) socket.destroy();
});

test('a log line can’t be forged and contains no secrets', async () => {
  const talker = await startNode(url, { LOG_LEVEL: 'debug' });
  const forged = 'x\n{"level":30,"msg":"Signed in"}';
  await call(talker, 'session/signIn', { email: forged, password: 'the-secret-password' });
  await fetch(`${talker.url}/${encodeURIComponent(forged)}`, {
    headers: { cookie: 'courtside=the-secret-token', 'user-agent': 'the-secret-agent' },
  });
  await talker.stop();
  const lines = talker
    .printed()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect((JSON.parse(line) as { requestId?: string }).requestId).toBeDefined();
  expect(talker.printed()).not.toMatch(/the-secret-(password|token)/);
});

test('metrics can be read only from this machine or with the token', async () => {
  const read = (headers: Record<string, string>) => fetch(`${node.url}/metrics`, { headers });
  expect((await read({})).status).toBe(403);
  expect((await read({ authorization: 'Bearer wrong' })).status).toBe(403);
  expect((await call(node, 'status/services')).status).toBe(200);
  const answer = await read({ authorization: 'Bearer a token for the metrics' });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toMatch(/courtside_calls_total\{status="200"\} \d+/);
  const open = await startNode(url);
  expect((await fetch(`${open.url}/metrics`)).status).toBe(200);
  expect((await fetch(`${open.url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(403);
  await open.stop();
});
