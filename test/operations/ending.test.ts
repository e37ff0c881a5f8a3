// A node that is stopped under load answers every accepted request and exits soon.
import { once } from 'node:events';
import http from 'node:http';
import { connect } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { openPostgresDatabase } from '#server/database/database.ts';
import { startMailbox } from '#test/mailbox.ts';
import { addPerson } from '#test/people.ts';
import { newPostgresUrl } from './databases.ts';
import { call, patiently, startNode } from './nodes.ts';
import { openTab } from './tab.ts';
import { eventually } from '#test/eventually.ts';

/** How often a node is stopped under load. The long run does it more often. */
const ENDINGS = Number(process.env['TEST_ENDINGS'] ?? 2);

let url: string;
beforeAll(async () => {
  url = await newPostgresUrl('migrated');
});

/** Sends requests until the node stops listening or closes a connection that it hadn't accepted yet. */
async function askOn(node: { url: string }, outcomes: string[]): Promise<void> {
  for (;;) {
    try {
      outcomes.push(String((await call(node, 'status/services')).status));
    } catch (error) {
      const { code } = (error as { cause?: { code?: string } }).cause ?? {};
      if (code === 'ECONNREFUSED' || code === 'ECONNRESET') return;
      outcomes.push(String(code));
    }
  }
}

test(
  'a node that is stopped under load answers every accepted request and exits within 10 seconds',
  async () => {
    for (let index = 0; index < ENDINGS; index += 1) {
      const node = await startNode(url, { LOG_LEVEL: 'debug' });
      const outcomes: string[] = [];
      const clients = Array.from({ length: 20 }, () => askOn(node, outcomes));
      await eventually(() => expect(outcomes.filter((outcome) => outcome === '200').length).toBeGreaterThan(100));
      const from = Date.now();
      expect(await node.stop()).toBe(0);
      expect(Date.now() - from).toBeLessThan(patiently(10_000));
      await Promise.all(clients);
      // Every request was answered and every answer arrived. On a very busy machine, some requests wait too long for the
      // database.
      const answered = node.printed().match(/"path":"\/api\/rpc\/status\/services","status":(200|503)/g) ?? [];
      expect(outcomes).toHaveLength(answered.length);
      expect(outcomes.filter((outcome) => outcome !== '200' && outcome !== '503')).toEqual([]);
    }
  },
  60_000 + ENDINGS * 15_000,
);

test('idle and new connections get one more answer, with a header that closes the connection', async () => {
  const node = await startNode(url);
  const port = Number(new URL(node.url).port);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async () => {
    const request = http.get({ port, path: '/health', agent });
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    await once(answer.resume(), 'end');
    return { status: answer.statusCode, connection: answer.headers.connection, reused: request.reusedSocket };
  };
  expect(await ask()).toMatchObject({ status: 200, connection: 'keep-alive' });
  const silent = connect(port, '127.0.0.1');
  await once(silent, 'connect');
  // An answer on a later connection shows that the node has accepted this one.
  await fetch(`${node.url}/health`, { headers: { connection: 'close' } });
  const stopped = node.stop();
  await eventually(async () => expect(await fetch(`${node.url}/ready`).catch(() => 'refused')).toBe('refused'));
  expect(await ask()).toEqual({ status: 200, connection: 'close', reused: true });
  let said = '';
  silent.on('data', (chunk: Buffer) => (said += chunk.toString()));
  silent.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(silent, 'close');
  expect(said).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i);
  expect(await stopped).toBe(0);
});

test('listening and reconnecting tabs don’t delay the shutdown', async () => {
  const node = await startNode(url);
  const database = openPostgresDatabase(url, { pool: 1, prepare: true });
  const { token } = await addPerson(database);
  await database.close();
  const tabs = await Promise.all(Array.from({ length: 5 }, () => openTab(node, token ?? '')));
  const stopped = node.stop();
  const back = tabs.map(async (tab) => {
    await tab.ended;
    const again = await openTab(node, token ?? '').catch(() => undefined);
    await again?.ended;
  });
  await Promise.all(back);
  expect(await stopped).toBe(0);
  expect(node.printed()).not.toContain('cut off');
});

test('an upload that never finishes is cut off, so the node still exits within 10 seconds', async () => {
  const node = await startNode(url);
  const database = openPostgresDatabase(url, { pool: 1, prepare: true });
  const { token } = await addPerson(database, { superAdmin: true });
  await database.close();
  const socket = connect(Number(new URL(node.url).port), '127.0.0.1');
  await once(socket, 'connect');
  const headers = ['Host: localhost', `Cookie: courtside=${token}`, 'Content-Type: multipart/form-data; boundary=x'];
  socket.write(
    ['POST /api/rpc/ballots/recognize HTTP/1.1', ...headers, 'Content-Length: 1000', '', '--x'].join('\r\n'),
  );
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  const running = async () => (await (await fetch(`${node.url}/metrics`)).text()).includes('courtside_calls_running 1');
  await eventually(async () => expect(await running()).toBe(true));
  const from = Date.now();
  expect(await node.stop()).toBe(0);
  expect(Date.now() - from).toBeLessThan(patiently(12_000));
  await closed;
  expect(answer).toBe('');
  expect(node.printed()).toContain('"event":"cut off","connections":1');
});

test('a stopping node waits until the mail server has taken the link for a new password', async () => {
  let letters = 0;
  const mailbox = await startMailbox({
    onData: (stream, _, done) => {
      letters += 1;
      stream.resume().on('end', () => setTimeout(done, 1000));
    },
  });
  const mail = { SMTP_URL: mailbox.url, MAIL_FROM: 'Courtside <a@example.org>', PUBLIC_URL: 'http://courtside.test' };
  const node = await startNode(url, mail);
  const database = openPostgresDatabase(url, { pool: 1, prepare: true });
  const { email } = await addPerson(database);
  await database.close();
  // Without a connection that is kept, nothing else delays the end.
  const asked = await call(node, 'session/requestPasswordReset', { email }, { connection: 'close' });
  expect(asked.status).toBe(200);
  await eventually(() => expect(letters).toBe(1));
  expect(await node.stop()).toBe(0);
  expect(node.printed()).toContain('mail sent');
  await mailbox.close();
});
