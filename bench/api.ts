// `npm run bench:api`: processor time per request of the server and of PostgreSQL, and its ratio to a minimal server
// (floor.ts) that runs the same query. Both run alternately on both databases, over kept-alive connections.
// Options: --users 10000 --requests 1000 --rounds 5 --only postgres|embedded --what users,school
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../scripts/tools/postgres.ts';
import { startProduct } from '../scripts/tools/product.ts';
import type { QueryName } from './floor.ts';
import { startClient } from './load-client.ts';
import { lookAround, seed } from './seeded-world.ts';
import {
  CONNECTIONS,
  measure,
  median,
  medians,
  productIn,
  SIZE_OPTIONS,
  startFloor,
  WARM_UP,
  type Cost,
  type Subject,
} from './turns.ts';

const { values } = parseArgs({ options: { ...SIZE_OPTIONS, only: { type: 'string' }, what: { type: 'string' } } });
const ROUNDS = Number(values.rounds);
const client = startClient();

/** A sign-in hashes a password, which takes 20 times as long as a read. */
const MEASURED: Record<QueryName, { what: string; requests: number }> = {
  users: { what: '50 users by email', requests: Number(values.requests) },
  counted: { what: 'the same, with a count', requests: Number(values.requests) },
  school: { what: 'a school with its users', requests: Number(values.requests) },
  search: { what: 'a search for users', requests: Number(values.requests) },
  role: { what: 'a role change', requests: Number(values.requests) },
  signIn: { what: 'a sign-in', requests: Math.ceil(Number(values.requests) / 10) },
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
      const inTurn = (subject: Subject): Promise<Cost> => measure(client, subject, name, MEASURED[name].requests);
      rounds.push({ own: await inTurn(product), bare: await inTurn(floor) });
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
