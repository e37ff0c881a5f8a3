// A node that is told to end under load answers what it has taken on, and ends soon.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres, type Postgres } from '../../scripts/tools/postgres.ts';
import { call, startNode } from './nodes.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

test('a node that is told to end under load breaks no request off, and ends well within 10 s', async () => {
  const node = await startNode(postgres.url, { LOG_LEVEL: 'debug' });
  const outcomes: string[] = [];
  const load = { ended: false };
  const clients = Array.from({ length: 20 }, async () => {
    while (!load.ended) {
      try {
        outcomes.push(String((await call(node, 'status/services')).status));
      } catch (error) {
        const { code } = (error as { cause?: { code?: string } }).cause ?? {};
        outcomes.push(String(code));
        // Nobody listens any more, or the door closed on a connection that nobody had accepted yet: that is for the
        // load balancer to see. Whether a request was broken off, the node's own log tells.
        if (code === 'ECONNREFUSED' || code === 'ECONNRESET') return;
      }
    }
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const from = Date.now();
  expect(await node.stop()).toBe(0);
  expect(Date.now() - from).toBeLessThan(10_000);
  load.ended = true;
  await Promise.all(clients);
  const answered = node.printed().match(/"path":"\/api\/rpc\/status\/services","status":200/g) ?? [];
  expect(outcomes.filter((outcome) => outcome === '200')).toHaveLength(answered.length);
  expect(outcomes.filter((outcome) => !['200', 'ECONNREFUSED', 'ECONNRESET'].includes(outcome))).toEqual([]);
  expect(answered.length).toBeGreaterThan(100);
});

test('a call that hangs is cut off, so that the node ends within 10 s all the same', async () => {
  const node = await startNode(postgres.url);
  const slow = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{"json":')) });
  const hanging = fetch(`${node.url}/api/rpc/status/services`, {
    method: 'POST',
    body: slow,
    duplex: 'half',
  } as RequestInit);
  const outcome = hanging.then(
    () => 'answered',
    () => 'cut off',
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
  const from = Date.now();
  await node.stop();
  expect(Date.now() - from).toBeLessThan(10_000);
  expect(await outcome).toBe('cut off');
});
