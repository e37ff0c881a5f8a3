// `npm ci --prefix bench/rivals && node scripts/launch.js bench/rivals/run.ts`: three reads of bench:api, answered by the
// product, the minimal server, PostGraphile and Directus, in turns, from the same rows on one PostgreSQL server.
// Options: --users 10000 --requests 1000 --rounds 5
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../../scripts/tools/postgres.ts';
import { startProduct } from '../../scripts/tools/product.ts';
import { startClient } from '../load-client.ts';
import { lookAround, seed } from '../seeded-world.ts';
import {
  CONNECTIONS,
  measure,
  median,
  medians,
  pick,
  productIn,
  SEARCHES,
  settle,
  SIZE_OPTIONS,
  startFloor,
  WARM_UP,
  type Cost,
  type Subject,
} from '../turns.ts';
import packages from './package.json' with { type: 'json' };
import { copies, startDirectus, startPostGraphile, type Read } from './products.ts';

const { values } = parseArgs({ options: SIZE_OPTIONS });
const READS: Record<Read, string> = {
  users: '50 users by email',
  school: 'a school with its users',
  search: 'a search for users',
};
const NAMES = Object.keys(READS) as Read[];

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The rows of an answer: the first list in it, however it is wrapped. */
const rowsIn = (answer: unknown): unknown[] | undefined => {
  if (Array.isArray(answer)) return answer;
  const inner = isObject(answer) ? Object.values(answer).map(rowsIn) : [];
  return inner.find((rows) => rows !== undefined);
};

/** The values of a row, however they are named and nested. */
const valuesIn = (row: unknown): string[] => (isObject(row) ? Object.values(row).flatMap(valuesIn) : [String(row)]);

async function rowsOf({ url, ask }: Subject<Read>, name: Read, index: number): Promise<string[][]> {
  const { path, body, headers } = ask(name, index);
  const answer = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: body ?? null,
  });
  const text = await answer.text();
  const rows = answer.ok ? rowsIn(JSON.parse(text)) : undefined;
  if (rows === undefined) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return rows.map(valuesIn);
}

/** Fails unless a product answers as many rows as the minimal server, in its order, each with all of its values. */
async function check(title: string, subject: Subject<Read>, floor: Subject<Read>): Promise<void> {
  for (const name of NAMES) {
    let compared = 0;
    for (const index of SEARCHES.keys()) {
      const [own, bare] = [await rowsOf(subject, name, index), await rowsOf(floor, name, index)];
      const isIn = (row: string[], at: number): boolean => row.every((value) => own[at]?.includes(value));
      if (own.length !== bare.length || !bare.every(isIn)) {
        throw new Error(`${title}, ${READS[name]}: ${JSON.stringify({ answered: own, expected: bare })}`);
      }
      compared += bare.length;
    }
    if (compared === 0) throw new Error(`There are no rows to compare for ${READS[name]}.`);
  }
}

const directory = mkdtempSync(join(tmpdir(), 'courtside-rivals-'));
const postgres = await startPostgres({ durable: true });
await seed(values.users, { DATABASE_URL: postgres.url });
const { postGraphile: first, directus: second } = await copies(postgres.url);
const product = await startProduct({
  dataDir: join(directory, 'unused'),
  settings: { LOG_LEVEL: 'error', TRUSTED_PROXIES: '1', DATABASE_URL: postgres.url },
});
const world = await lookAround(product.url);
const place = { server: postgres.pid, schoolId: world.schoolId, directory };
const floor = await startFloor(postgres.url, postgres.pid, world);
const postGraphile = await startPostGraphile({ ...place, database: first });
const directus = await startDirectus({ ...place, database: second });
const client = startClient();

const subjects: [title: string, subject: Subject<Read>][] = [
  ['Courtside', productIn(product, postgres.pid, world)],
  ['minimal server', floor.subject],
  [`PostGraphile ${packages.dependencies.postgraphile}`, postGraphile.subject],
  [`Directus ${packages.dependencies.directus}`, directus.subject],
];
for (const [title, subject] of subjects) await check(title, subject, floor.subject);
const machine = `${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}`;
await settle();
const load = (): string => `load ${(loadavg()[0] ?? 0).toFixed(1)}`;
console.log(
  `All answer the same rows; PostGraphile and Directus search for a word whose accents the client has removed. ${machine}, ${load()}. Processor time per request at ${values.users} users; ` +
    `${values.rounds} rounds of ${values.requests} requests, in turns, ${CONNECTIONS} kept connections.`,
);
for (const name of NAMES) {
  const rounds: Cost[][] = [];
  for (let round = 0; round < WARM_UP + Number(values.rounds); round += 1) {
    const costs: Cost[] = [];
    for (const [, subject] of subjects) costs.push(await measure(client, subject, name, Number(values.requests)));
    rounds.push(costs);
  }
  const counted = rounds.slice(WARM_UP);
  const bare = subjects.findIndex(([, subject]) => subject === floor.subject);
  for (const [at, [title]] of subjects.entries()) {
    const ratio = median(counted.map((costs) => pick(costs, at).all / pick(costs, bare).all));
    const { server, database, p50, p99 } = medians(counted.map((costs) => pick(costs, at)));
    console.log(
      `${READS[name].padEnd(23)}  ${title.padEnd(20)}  ratio ${ratio.toFixed(1).padStart(5)}  server ${server.toFixed(2)} ` +
        `+ PostgreSQL ${database.toFixed(2)} ms; p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    );
  }
}
console.log(`${load()} at the end`);
client.stop();
floor.stop();
await Promise.all([postGraphile.stop(), directus.stop(), product.stop()]);
await postgres.stop();
rmSync(directory, { recursive: true, force: true });
