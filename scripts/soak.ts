// `npm run soak [-- MINUTES]`: puts load on a private server and prints how much its memory grows, comparing the moments right after full collections.
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from './tools/free-port.ts';
import { watchHeap } from './tools/live-heap.ts';
import { DEMO_PASSWORD, SERVER_NODE, startProduct, withDataDir } from './tools/product.ts';

const minutes = Number(process.argv[2] ?? 30);
const CLIENTS = 8;
// Memory gained while the server warms up is not a leak.
const WARM_UP = 0.3;
const MEASUREMENTS = 15;
// Long enough for the calls that are under way to end.
const PAUSE_MS = 1000;

type Sample = { minute: number; megabytes: number };
/** Megabytes per ten minutes, by least squares. */
const slope = (samples: Sample[]): number => {
  const mean = (values: number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
  const [x, y] = [mean(samples.map(({ minute }) => minute)), mean(samples.map(({ megabytes }) => megabytes))];
  const over = samples.reduce((sum, { minute, megabytes }) => sum + (minute - x) * (megabytes - y), 0);
  return (10 * over) / samples.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
};

await withDataDir(async (dataDir) => {
  const inspector = await freePort();
  const server = [
    ...SERVER_NODE,
    `--inspect=127.0.0.1:${inspector}`,
    resolve(import.meta.dirname, '../src/server/main.ts'),
  ];
  // As in the container and under systemd.
  const product = await startProduct({ dataDir, command: server, settings: { MALLOC_ARENA_MAX: '1' } });
  const heap = await watchHeap(inspector);
  const call = async (name: string, input: unknown, cookie = ''): Promise<Response> => {
    const headers = { 'content-type': 'application/json', cookie };
    const body = JSON.stringify({ json: input });
    const answer = await fetch(`${product.url}/api/rpc/${name}`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const signedIn = await call('session/signIn', { email: 'dbm@demo.test', password: DEMO_PASSWORD });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const from = Date.now();
  const deadline = from + minutes * 60_000;
  let mayCall = Promise.resolve();
  const samples: Sample[] = [];
  let underLoad = 0;
  let requests = 0;
  const client = async (): Promise<void> => {
    while (Date.now() < deadline) {
      await mayCall;
      const id = randomUUID();
      await (await call('cases/overview', undefined, cookie)).arrayBuffer();
      await (await call('status/services', undefined)).arrayBuffer();
      if (requests % 50 === 0) {
        const added = { id, name: `Soak ${id}`, year: 2026, type: 'civil', area: null, isActive: true };
        await (await call('cases/add', added, cookie)).arrayBuffer();
        // Removed again, so that the answers don't grow.
        await (await call('cases/remove', { caseId: id }, cookie)).arrayBuffer();
      }
      requests += 2;
    }
  };
  const memory = async (): Promise<number> => {
    const text = await (await fetch(`${product.url}/metrics`)).text();
    return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]) / 1e6;
  };
  // Between two full collections, V8 lets several megabytes of garbage gather. Only the same moment of each such cycle can be
  // compared: right after a collection, while nobody calls.
  const measure = async (): Promise<void> => {
    underLoad = Math.max(underLoad, await memory());
    const { promise, resolve: goOn } = Promise.withResolvers<void>();
    mayCall = promise;
    await setTimeout(PAUSE_MS);
    const { objects, outside } = await heap.measure();
    const megabytes = await memory();
    const minute = (Date.now() - from) / 60_000;
    samples.push({ minute, megabytes });
    const live = `${objects.toFixed(2)} MB of objects, ${outside.toFixed(1)} MB outside the heap`;
    console.log(`Minute ${minute.toFixed(1)}: ${megabytes.toFixed(1)} MB; live: ${live}`);
    goOn();
  };
  const watch = async (): Promise<void> => {
    await setTimeout(WARM_UP * minutes * 60_000);
    for (let i = 0; i < MEASUREMENTS; i += 1) {
      await measure();
      await setTimeout((minutes * (1 - WARM_UP) * 60_000) / MEASUREMENTS);
    }
  };
  await Promise.all([watch(), ...Array.from({ length: CLIENTS }, client)]);
  await measure();
  heap.close();
  await product.stop();
  console.log(
    `${requests} requests in ${minutes} minutes; up to ${underLoad.toFixed(0)} MB under load. After full collections: ${slope(samples).toFixed(2)} MB per 10 minutes.`,
  );
});
