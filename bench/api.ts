// `npm run bench:api`: what a request costs beyond the query itself. Processor time per request (server and database
// together) of two reads, as a ratio to a bare server that runs the same query, in turns, in the same run.
// Options: --users 10000 --requests 400 --rounds 5
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../scripts/tools/postgres.ts';
import { DEMO_PASSWORD, startProduct, type Product } from '../scripts/tools/product.ts';
import { cpuOf } from './cpu.ts';
import type { QueryName } from './floor.ts';

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '10000' },
    requests: { type: 'string', default: '400' },
    rounds: { type: 'string', default: '5' },
  },
});
const REQUESTS = Number(values.requests);
const ROUNDS = Number(values.rounds);
const AT_ONCE = 8;
const HERE = import.meta.dirname;

type Ask = () => Promise<unknown>;
type Subject = { ask: Record<QueryName, Ask>; processes: number[] };

async function seed(environment: Record<string, string>): Promise<void> {
  const script = resolve(HERE, '../scripts/seed.ts');
  const env = { ...process.env, ...environment, DEMO_PASSWORD };
  const child = spawn(process.execPath, [script, '--users', values.users], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error('The database could not be filled.');
}

async function post(url: string, cookie: string, json: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json', cookie };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ json }) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response;
}

/** The product, asked as a super admin. */
async function productAs(product: Product, processes: number[]): Promise<Subject & { schoolId: string }> {
  const rpc = `${product.url}/api/rpc`;
  const signedIn = await post(`${rpc}/session/signIn`, '', { email: 'super@demo.test', password: DEMO_PASSWORD });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const schools = await post(`${rpc}/schools/list`, cookie, {});
  const { json } = (await schools.json()) as { json: { rows: { id: string }[] } };
  const schoolId = json.rows[0]?.id ?? '';
  const ask = {
    users: async () => (await post(`${rpc}/users/list`, cookie, { sort: 'email' })).text(),
    school: async () => (await post(`${rpc}/assignments/inSchool`, cookie, { schoolId })).text(),
  };
  return { ask, processes: [product.pid, ...processes], schoolId };
}

async function floorOn(kind: string, where: string, processes: number[], schoolId: string) {
  const child: ChildProcess = spawn(process.execPath, [join(HERE, 'floor.ts'), kind, where], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer];
  const url = line.toString().trim();
  const get = async (path: string) => (await fetch(`${url}${path}`)).text();
  const ask = { users: () => get('/users'), school: () => get(`/school?id=${schoolId}`) };
  const subject: Subject = { ask, processes: [child.pid ?? 0, ...processes] };
  return { subject, stop: () => child.kill() };
}

/** Processor milliseconds per request of one round. */
async function round({ ask, processes }: Subject, name: QueryName): Promise<number> {
  const before = cpuOf(processes);
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, ask[name]));
  return (cpuOf(processes) - before) / REQUESTS;
}

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

async function compare(database: string, product: Subject, floor: Subject): Promise<void> {
  for (const name of ['users', 'school'] as const) {
    const pairs: [number, number][] = [];
    // The first round warms both up and is not counted.
    for (let nth = 0; nth <= ROUNDS; nth += 1) pairs.push([await round(product, name), await round(floor, name)]);
    const counted = pairs.slice(1);
    const own = median(counted.map(([ms]) => ms));
    const bare = median(counted.map(([, ms]) => ms));
    const ratio = median(counted.map(([a, b]) => a / b));
    const what = name === 'users' ? '50 users sorted by e-mail' : 'one school with its users';
    console.log(
      `${database.padEnd(11)} ${what.padEnd(27)} ${own.toFixed(2)} ms  floor ${bare.toFixed(2)} ms  ratio ${ratio.toFixed(2)}`,
    );
  }
}

const directory = mkdtempSync(join(tmpdir(), 'courtside-bench-'));
console.log(`Processor time per request at ${values.users} users; ${ROUNDS} rounds of ${REQUESTS} requests, in turns.`);

const postgres = await startPostgres();
await seed({ DATABASE_URL: postgres.url });
const onPostgres = await startProduct({ dataDir: join(directory, 'unused'), settings: { DATABASE_URL: postgres.url } });
const product = await productAs(onPostgres, [postgres.pid]);
const floor = await floorOn('postgres', postgres.url, [postgres.pid], product.schoolId);
await compare('PostgreSQL', product, floor.subject);
floor.stop();
await onPostgres.stop();
await postgres.stop();

// The embedded database belongs to one process, so the floor gets a database of its own, filled the same way.
const [own, bare] = [join(directory, 'own'), join(directory, 'bare')];
await seed({ DATA_DIR: own });
await seed({ DATA_DIR: bare });
const onEmbedded = await startProduct({ dataDir: own });
const embedded = await productAs(onEmbedded, []);
const embeddedFloor = await floorOn('embedded', join(bare, 'database'), [], embedded.schoolId);
await compare('embedded', embedded, embeddedFloor.subject);
embeddedFloor.stop();
await onEmbedded.stop();
rmSync(directory, { recursive: true, force: true });
