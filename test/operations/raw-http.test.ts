// HTTP that no browser sends: ambiguous, endless, slow or invalid. The server rejects it, reveals nothing about its
// internals, and keeps answering everyone else.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Product } from '../../scripts/tools/product.ts';
import { newPostgresUrl } from './databases.ts';
import { call, startNode } from './nodes.ts';

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

/** Sends raw bytes. Returns everything that the server answers until it closes the connection or stays silent. */
const send = async (bytes: string, patienceMs = 1500): Promise<string> => {
  const socket = await socketTo();
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.write(bytes, 'latin1');
  await Promise.race([once(socket, 'close'), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  socket.destroy();
  return text;
};
const statuses = (text: string): number[] =>
  [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
const INSIDE = /\bat \S+ \(|node_modules|node:internal|\.ts:\d|root:.*:0:0/;
const post = (path: string, headers: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n${body}`;
const json = (body: string): string =>
  `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;

const PATH = '/api/rpc/status/services';
const ODDITIES: [string, string][] = [
  ['two lengths', post(PATH, 'Content-Length: 4\r\nContent-Length: 40\r\n', 'null')],
  [
    'a length and chunks at once',
    post(
      PATH,
      'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n',
      '0\r\n\r\nGET /health HTTP/1.1\r\nHost: x\r\n\r\n',
    ),
  ],
  ['an unknown encoding', post(PATH, 'Transfer-Encoding: chunked, nonsense\r\n', '0\r\n\r\n')],
  ['a chunk of a wrong size', post(PATH, 'Transfer-Encoding: chunked\r\n', 'zz\r\nnull\r\n0\r\n\r\n')],
  ['a bare line feed in a header', post(PATH, 'X-A: b\nX-C: d\r\n', '')],
  ['a zero byte in a header', post(PATH, 'X-A: \0\r\n', '')],
  ['headers over the limit', post(PATH, `X-A: ${'a'.repeat(40_000)}\r\n`, '')],
  ['a thousand headers', post(PATH, Array.from({ length: 3000 }, (_, index) => `X-${index}: 1\r\n`).join(''), '')],
  ['no host', 'GET /health HTTP/1.1\r\n\r\n'],
  ['an address of 30,000 letters', `GET /${'a'.repeat(30_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['no HTTP at all', '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03'],
  ['a method that nobody knows', 'STEAL /health HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a trace', 'TRACE /api/rpc/session/me HTTP/1.1\r\nHost: x\r\nCookie: courtside=secret\r\nConnection: close\r\n\r\n'],
  [
    'another address in the request line',
    'GET http://169.254.169.254/latest HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  ],
  ['an upgrade', `GET ${PATH} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`],
  ...[
    '/../../../etc/passwd',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
    '/assets/%00',
    '/%',
    '/%ff%fe',
    '//etc/passwd',
    '/assets/..\\..\\package.json',
    '/api/rpc/../../health',
    '/api/rpc/__proto__/constructor',
    '/api/rpc/session/__proto__',
    '/api/rpc/constructor',
    '/api/v1/%00',
    '/api/rpc/status/services?data=%7B',
    '/api/rpc/status/services?data=%00',
  ].map((path): [string, string] => [
    `the path ${path}`,
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  ]),
  ...[
    '{"json":',
    '[',
    '"',
    '{"json":{},"meta":[[9,"__proto__"]]}',
    '{"__proto__":{"a":1}}',
    `{"json":${'['.repeat(100_000)}`,
    '\xff\xfe',
    '{"json":{},"maps":[["0"]]}',
  ].map((body): [string, string] => [
    `the body ${body.slice(0, 40)}`,
    post('/api/rpc/session/signIn', json(body), body),
  ]),
];

test.each(ODDITIES)('%s is rejected without revealing internals', async (_what, bytes) => {
  const said = await send(bytes);
  for (const status of statuses(said)) expect(status).toBeLessThan(500);
  expect(said).not.toMatch(INSIDE);
  expect(said).not.toContain('"workspaces"');
  expect((await fetch(`${node.url}/health`)).status).toBe(200);
});

test('a request that hides another one gets at most one answer', async () => {
  const hidden = 'GET /health HTTP/1.1\r\nHost: x\r\nX: ';
  const both = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: ${hidden.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`;
  const said = await send(both);
  expect(statuses(said).filter((status) => status === 200)).toEqual([]);
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
  expect((await call(node, 'status/services')).ms).toBeLessThan(1000);
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
  expect(taken.toSorted((a, b) => a - b)[10]).toBeLessThan(250);
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
  const answer = await read({ authorization: 'Bearer a token for the metrics' });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toMatch(/courtside_calls_total\{status="200"\} \d+/);
  const open = await startNode(url);
  expect((await fetch(`${open.url}/metrics`)).status).toBe(200);
  expect((await fetch(`${open.url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(403);
  await open.stop();
});
