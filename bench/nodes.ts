// `node scripts/launch.js bench/nodes.ts [--users 10000] [--seconds 10]`: the capacity of one, two and three nodes on one
// PostgreSQL for lists, a school with its users, searches, role changes and sign-ins: requests per second, p50, p99, memory.
import { parseArgs } from 'node:util';
import { readFileSync } from 'node:fs';
import { startPostgres } from '../scripts/tools/postgres.ts';
import type { Product } from '../scripts/tools/product.ts';
import { openPostgresDatabase } from '#server/database/database.ts';
import { addPerson, PASSWORD } from '#test/people.ts';
import { call, startNode, type Answer } from '#test/operations/nodes.ts';
import { cpuOf } from './cpu.ts';
import { fillLargeWorld } from './large-world.ts';

const { values } = parseArgs({
  options: { users: { type: 'string', default: '10000' }, seconds: { type: 'string', default: '10' } },
});
const CLIENTS = 16;

const postgres = await startPostgres({ durable: true });
const nodes: Product[] = [await startNode(postgres.url, { TRUSTED_PROXIES: '1', LOG_LEVEL: 'error' })];
await fillLargeWorld(postgres.url, Number(values.users));
const database = openPostgresDatabase(postgres.url, { pool: 2, prepare: true });
const cookie = `courtside=${(await addPerson(database, { dbManager: true })).token}`;
const people = await Promise.all(Array.from({ length: CLIENTS }, () => addPerson(database)));
const assigned = await database.owner
  .selectFrom('usersSchools')
  .select(['userId', 'schoolId', 'version'])
  .limit(500)
  .execute();

const pick = <T>(list: T[], index: number): T => list[index % list.length] as T;
const requests: Record<string, (node: Product, index: number) => Promise<Answer>> = {
  '50 users by email': (node) => call(node, 'users/list', { sort: 'email' }, { cookie }),
  'school with users': (node, index) =>
    call(node, 'assignments/inSchool', { schoolId: pick(assigned, index).schoolId }, { cookie }),
  'search of users': (node, index) =>
    call(node, 'users/list', { search: pick(['zoe', 'lu', 'chidi a', 'school7'], index) }, { cookie }),
  'change of a role': async (node, index) => {
    const one = pick(assigned, index);
    const { userId, schoolId, version } = one;
    const role = pick(['admin', 'viewer'] as const, Math.floor(index / assigned.length));
    const answer = await call(node, 'assignments/changeRole', { userId, schoolId, version, role }, { cookie });
    // Each change needs the version from the previous one.
    if (answer.status === 200) one.version = (answer.body as { json: { version: number } }).json.version;
    return answer;
  },
  'sign-in': (node, index) =>
    call(
      node,
      'session/signIn',
      { email: pick(people, index).email, password: PASSWORD },
      { 'x-forwarded-for': `2001:db8::${(index % 60_000).toString(16)}` },
    ),
};

const megabytesOf = ({ pid }: Product): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;
const quantile = (sorted: number[], share: number): string =>
  (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);

async function measure(name: string, request: (node: Product, index: number) => Promise<Answer>): Promise<void> {
  const run = async (seconds: number) => {
    const taken: number[] = [];
    const others: number[] = [];
    const from = performance.now();
    let sent = 0;
    const client = async (): Promise<void> => {
      while (performance.now() - from < seconds * 1000) {
        sent += 1;
        const { status, ms } = await request(pick(nodes, sent), sent);
        (status === 200 ? taken : others).push(status === 200 ? ms : status);
      }
    };
    const cpu = cpuOf(nodes.map(({ pid }) => pid));
    await Promise.all(Array.from({ length: CLIENTS }, client));
    const cpuEach = (cpuOf(nodes.map(({ pid }) => pid)) - cpu) / sent;
    return { taken: taken.toSorted((a, b) => a - b), others, seconds: (performance.now() - from) / 1000, cpuEach };
  };
  await run(1);
  const { taken, others, seconds, cpuEach } = await run(Number(values.seconds));
  const memory = nodes.map((node) => megabytesOf(node).toFixed(0)).join(' + ');
  console.log(
    `${nodes.length} node${nodes.length === 1 ? ' ' : 's'}  ${name.padEnd(20)} ${(taken.length / seconds).toFixed(0).padStart(6)} a second  p50 ${quantile(taken, 0.5).padStart(7)} ms  p99 ${quantile(taken, 0.99).padStart(7)} ms  ${cpuEach.toFixed(2).padStart(6)} ms of the nodes’ CPU each  ${memory} MB` +
      (others.length > 0 ? `  not answered with 200: ${others.length} (${[...new Set(others)].join(', ')})` : ''),
  );
}

console.log(
  `${values.users} users, ${CLIENTS} clients, ${values.seconds} s each; memory idle ${nodes.map(megabytesOf)[0]?.toFixed(0)} MB.`,
);
for (let count = 1; count <= 3; count += 1) {
  if (count > 1) nodes.push(await startNode(postgres.url, { TRUSTED_PROXIES: '1', LOG_LEVEL: 'error' }));
  for (const [name, request] of Object.entries(requests)) await measure(name, request);
}
await database.close();
await Promise.all(nodes.map((node) => node.stop()));
await postgres.stop();
