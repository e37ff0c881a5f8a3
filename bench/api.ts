// `npm run bench:api`: processor time per request of the server and of PostgreSQL, and its ratio to a minimal server
// (floor.ts) that runs the same query. Both run alternately on both databases, over kept-alive connections.
// Options: --users 10000 --requests 1000 --rounds 5 --only postgres|embedded --what users,school
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../scripts/tools/postgres.ts';
import { DEMO_PASSWORD, startProduct, type Product } from '../scripts/tools/product.ts';
import { cpuOf } from './cpu.ts';
import type { QueryName } from './floor.ts';
import { startClient, type Request } from './load-client.ts';
import { lookAround, seed, type World } from './seeded-world.ts';

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '10000' },
    requests: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    what: { type: 'string' },
  },
});
const ROUNDS = Number(values.rounds);
/** Rounds before the ones that count: the product is much more code to compile than the minimal server. */
const WARM_UP = 3;
const CONNECTIONS = 8;
const HERE = import.meta.dirname;

/** A sign-in hashes a password, which takes 20 times as long as a read. */
const MEASURED: Record<QueryName, { what: string; requests: number }> = {
  users: { what: '50 users by email', requests: Number(values.requests) },
  counted: { what: 'the same, with a count', requests: Number(values.requests) },
  school: { what: 'a school with its users', requests: Number(values.requests) },
  search: { what: 'a search for users', requests: Number(values.requests) },
  role: { what: 'a role change', requests: Number(values.requests) },
  signIn: { what: 'a sign-in', requests: Math.ceil(Number(values.requests) / 10) },
};
const SEARCHES = ['ramirez', 'chen', 'kim a', 'ana', 'zoe'];

/** `ask` returns the request with this index. `database` is undefined if the server embeds the database. */
type Subject = {
  url: string;
  server: number;
  database: number | undefined;
  ask: (name: QueryName, index: number) => Request;
};

const pick = <T>(list: T[], index: number): T => list[index % list.length] as T;
const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** The product, called by a super admin. */
function productIn(product: Product, database: number | undefined, world: World): Subject {
  const { cookie, schoolId, emails } = world;
  if (world.assignments.length < 2 * CONNECTIONS) throw new Error('Too few assignments to change.');
  const changed = world.assignments.slice(0, CONNECTIONS);
  const call = (name: string, json: unknown, headers: Record<string, string> = { cookie }): Request => ({
    path: `/api/rpc/${name}`,
    body: JSON.stringify({ json }),
    headers,
  });
  const ask: Record<QueryName, (index: number) => Request> = {
    users: () => call('users/list', { sort: 'email' }),
    counted: () => call('users/list', { sort: 'email', count: true }),
    school: () => call('assignments/inSchool', { schoolId }),
    search: (index) => call('users/list', { sort: 'email', search: pick(SEARCHES, index) }),
    role: (index) => {
      // Each connection changes its own assignment, so the next change's version is known.
      const assignment = pick(changed, index);
      const { userId, schoolId: school, version } = assignment;
      assignment.version += 1;
      assignment.role = assignment.role === 'admin' ? 'viewer' : 'admin';
      return call('assignments/changeRole', { userId, schoolId: school, version, role: assignment.role });
    },
    signIn: (index) =>
      call(
        'session/signIn',
        { email: pick(emails, index), password: DEMO_PASSWORD },
        { 'x-forwarded-for': `203.0.113.${index % 200}` },
      ),
  };
  return { url: product.url, server: product.pid, database, ask: (name, index) => ask[name](index) };
}

async function startFloor(kind: string, where: string, database: number | undefined, world: World) {
  const child = spawn(process.execPath, [join(HERE, 'floor.ts'), kind, where], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const changed = world.assignments.slice(CONNECTIONS, 2 * CONNECTIONS);
  const get = (name: QueryName, given: string[], password?: string): Request => {
    const query = new URLSearchParams(given.map((value) => ['value', value]));
    if (password !== undefined) query.set('password', password);
    return { path: `/${name}?${query}` };
  };
  const ask: Record<QueryName, (index: number) => Request> = {
    users: () => get('users', []),
    counted: () => get('counted', []),
    school: () => get('school', [world.schoolId]),
    search: (index) => get('search', [pick(SEARCHES, index)]),
    role: (index) => {
      const { userId, schoolId } = pick(changed, index);
      return get('role', [userId, schoolId, Math.floor(index / CONNECTIONS) % 2 === 0 ? 'admin' : 'viewer']);
    },
    signIn: (index) => get('signIn', [pick(world.emails, index)], DEMO_PASSWORD),
  };
  const server = child.pid ?? 0;
  const subject: Subject = { url: line.toString().trim(), server, database, ask: (name, index) => ask[name](index) };
  return { subject, stop: () => child.kill() };
}

type Cost = { server: number; database: number; all: number; p50: number; p99: number };
const client = startClient();

/** One round: processor milliseconds per request, and response times. */
async function measure({ url, server, database, ask }: Subject, name: QueryName): Promise<Cost> {
  const requests = Array.from({ length: MEASURED[name].requests }, (_, index) => ask(name, index));
  const cpu = () => ({ server: cpuOf([server]), database: database === undefined ? 0 : cpuOf([database]) });
  const before = cpu();
  const taken = (await client.send({ url, requests, connections: CONNECTIONS })).toSorted((a, b) => a - b);
  const after = cpu();
  const each = {
    server: (after.server - before.server) / requests.length,
    database: (after.database - before.database) / requests.length,
  };
  const at = (share: number): number => taken[Math.floor(taken.length * share)] ?? 0;
  return { ...each, all: each.server + each.database, p50: at(0.5), p99: at(0.99) };
}

const medians = (costs: Cost[]): Cost => {
  const of = (key: keyof Cost): number => median(costs.map((cost) => cost[key]));
  return { server: of('server'), database: of('database'), all: of('all'), p50: of('p50'), p99: of('p99') };
};
const inWords = ({ server, database, all }: Cost, isEmbedded: boolean): string =>
  isEmbedded
    ? `${all.toFixed(3)} ms`
    : `${all.toFixed(3)} ms (server ${server.toFixed(3)} + PostgreSQL ${database.toFixed(3)})`;

async function compare(title: string, product: Subject, floor: Subject): Promise<void> {
  const isEmbedded = product.database === undefined;
  for (const name of Object.keys(MEASURED) as QueryName[]) {
    if (values.what !== undefined && !values.what.split(',').includes(name)) continue;
    const rounds: { own: Cost; bare: Cost }[] = [];
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      rounds.push({ own: await measure(product, name), bare: await measure(floor, name) });
    }
    const counted = rounds.slice(WARM_UP);
    const ratio = median(counted.map(({ own, bare }) => own.all / bare.all));
    const [own, bare] = [medians(counted.map(({ own: cost }) => cost)), medians(counted.map(({ bare: cost }) => cost))];
    console.log(
      `${title.padEnd(10)}  ${MEASURED[name].what.padEnd(23)}  ratio ${ratio.toFixed(2).padStart(5)}  ` +
        `${inWords(own, isEmbedded)}, floor ${inWords(bare, isEmbedded)}; p50 ${own.p50.toFixed(1)} ms, p99 ${own.p99.toFixed(1)} ms`,
    );
  }
}

const directory = mkdtempSync(join(tmpdir(), 'courtside-bench-'));
// One proxy is trusted, so that sign-ins can come from many addresses.
const settings = { TRUSTED_PROXIES: '1', LOG_LEVEL: 'error' };
console.log(
  `Processor time per request at ${values.users} users; ${ROUNDS} rounds of ${values.requests} requests (sign-ins a tenth), in turns, ${CONNECTIONS} kept connections.`,
);

if (values.only !== 'embedded') {
  const postgres = await startPostgres({ durable: true });
  await seed(values.users, { DATABASE_URL: postgres.url });
  const product = await startProduct({
    dataDir: join(directory, 'unused'),
    settings: { ...settings, DATABASE_URL: postgres.url },
  });
  const world = await lookAround(product.url);
  const floor = await startFloor('postgres', postgres.url, postgres.pid, world);
  await compare('PostgreSQL', productIn(product, postgres.pid, world), floor.subject);
  floor.stop();
  await product.stop();
  await postgres.stop();
}

if (values.only !== 'postgres') {
  // The embedded database belongs to one process, so the floor gets a copy.
  const [own, copy] = [join(directory, 'own'), join(directory, 'copy')];
  await seed(values.users, { DATA_DIR: own });
  cpSync(own, copy, { recursive: true });
  const product = await startProduct({ dataDir: own, settings });
  const world = await lookAround(product.url);
  const floor = await startFloor('embedded', join(copy, 'database'), undefined, world);
  await compare('embedded', productIn(product, undefined, world), floor.subject);
  floor.stop();
  await product.stop();
}
client.stop();
rmSync(directory, { recursive: true, force: true });
