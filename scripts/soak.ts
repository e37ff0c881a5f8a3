// `npm run soak [-- MINUTES]`: puts load on a private server and prints how much its memory grows.
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { freePort } from './tools/free-port.ts';
import { watchHeap } from './tools/live-heap.ts';
import { DEMO_PASSWORD, SERVER_NODE, startProduct, withDataDir } from './tools/product.ts';

const minutes = Number(process.argv[2] ?? 30);
const CLIENTS = 8;
// Memory gained while the server warms up is not a leak.
const WARM_UP = 0.3;
// The collection that is forced after warming up makes the process smaller for a while. Memory regained then is not a leak either.
const SETTLED = 0.5;

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
  const deadline = Date.now() + minutes * 60_000;
  const samples: Sample[] = [];
  const live: string[] = [];
  let requests = 0;
  const client = async (): Promise<void> => {
    while (Date.now() < deadline) {
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
  const watch = async (): Promise<void> => {
    const from = Date.now();
    while (Date.now() < deadline) {
      await new Promise((done) => setTimeout(done, Math.min(10_000, minutes * 2000)));
      const text = await (await fetch(`${product.url}/metrics`)).text();
      const megabytes = Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]) / 1e6;
      samples.push({ minute: (Date.now() - from) / 60_000, megabytes });
    }
  };
  /** Runs only twice, because forcing a collection makes the process smaller than usual. */
  const measureLive = async (): Promise<void> => {
    const { objects, outside } = await heap.measure();
    live.push(`${objects.toFixed(2)} MB of objects and ${outside.toFixed(1)} MB outside the heap`);
  };
  const warm = new Promise((done) => setTimeout(done, minutes * WARM_UP * 60_000)).then(measureLive);
  await Promise.all([watch(), warm, ...Array.from({ length: CLIENTS }, client)]);
  await measureLive();
  heap.close();
  await product.stop();
  const settled = samples.filter(({ minute }) => minute > minutes * SETTLED);
  const last = samples.at(-1)?.megabytes ?? 0;
  console.log(
    `${requests} requests in ${minutes} minutes; ${last.toFixed(0)} MB at the end, ${slope(settled).toFixed(2)} MB per 10 minutes.`,
  );
  console.log(`Live after warming up: ${live.join('; at the end: ')}.`);
});
