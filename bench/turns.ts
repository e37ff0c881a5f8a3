// What bench:api and the comparison with other products measure in turns: the product, and the minimal server beside it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DEMO_PASSWORD, type Product } from '../scripts/tools/product.ts';
import { cpuOf } from './cpu.ts';
import type { QueryName } from './floor.ts';
import type { LoadClient, Request } from './load-client.ts';
import type { World } from './seeded-world.ts';

/** Options of both commands. */
export const SIZE_OPTIONS = {
  users: { type: 'string', default: '10000' },
  requests: { type: 'string', default: '1000' },
  rounds: { type: 'string', default: '5' },
} as const;

export const CONNECTIONS = 8;
/**
 * Rounds before the ones that count: the product is much more code to compile than the minimal server, and V8 is done with it after about
 * 8,000 requests.
 */
export const WARM_UP = 8;
/**
 * A server collects garbage once, after its first 5 s in which hardly anybody asked for anything, which also throws away what V8 has
 * compiled: its next 4,000 requests cost up to twice as much. Rounds that began before it had ratios of 2.2 in one run and of 3.0 in the next.
 */
export const settle = (): Promise<void> => delay(12_000);
/** The daily backup, which is also made a minute after the first start, isn't part of a request's cost. */
export const WITHOUT_BACKUPS = { BACKUP_KEEP: '0' };
export const SEARCHES = ['ramirez', 'chen', 'kim a', 'ana', 'zoe'];

/** `ask` returns the request with this index. `server` and `database` are process ids. */
export type Subject<Name extends string = QueryName> = {
  url: string;
  server: number;
  database: number;
  ask: (name: Name, index: number) => Request;
};

export const pick = <T>(list: T[], index: number): T => list[index % list.length] as T;
export const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** The product, called by a super admin. */
export function productIn(product: Product, database: number, world: World): Subject {
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

export async function startFloor(databaseUrl: string, database: number, world: World) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'floor.ts'), databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Leaves no server behind when a measurement fails.
  process.once('exit', () => child.kill());
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

export type Cost = { server: number; database: number; all: number; p50: number; p99: number };

/** One round: processor milliseconds per request, and response times. */
export async function measure<Name extends string>(
  client: LoadClient,
  { url, server, database, ask }: Subject<Name>,
  name: Name,
  length: number,
): Promise<Cost> {
  const requests = Array.from({ length }, (_, index) => ask(name, index));
  // The private PostgreSQL is a child of the server.
  const cpu = () => ({ server: cpuOf([server], database), database: cpuOf([database]) });
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

export const medians = (costs: Cost[]): Cost => {
  const of = (key: keyof Cost): number => median(costs.map((cost) => cost[key]));
  return { server: of('server'), database: of('database'), all: of('all'), p50: of('p50'), p99: of('p99') };
};
