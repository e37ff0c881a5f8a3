// `npm run bench:api`: processor time per request of the server and of PostgreSQL, and its ratio to a minimal server
// (floor.ts) that runs the same query. Both run alternately on the product's private PostgreSQL, over kept-alive connections.
// Options: --users 10000 --requests 1000 --rounds 5 --what users,school
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { privatePostgres, startProduct } from '../scripts/tools/product.ts';
import type { QueryName } from './floor.ts';
import { startClient } from './load-client.ts';
import { lookAround, seed } from './seeded-world.ts';
import {
  CONNECTIONS,
  measure,
  median,
  medians,
  productIn,
  settle,
  SIZE_OPTIONS,
  startFloor,
  WARM_UP,
  WITHOUT_BACKUPS,
  type Cost,
  type Subject,
} from './turns.ts';

const { values } = parseArgs({ options: { ...SIZE_OPTIONS, what: { type: 'string' } } });
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

const inWords = ({ server, database, all }: Cost): string =>
  `${all.toFixed(3)} ms (server ${server.toFixed(3)} + PostgreSQL ${database.toFixed(3)})`;

async function compare(product: Subject, floor: Subject): Promise<void> {
  for (const name of Object.keys(MEASURED) as QueryName[]) {
    if (values.what !== undefined && !values.what.split(',').includes(name)) continue;
    const rounds: { own: Cost; bare: Cost }[] = [];
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      const inTurn = (subject: Subject): Promise<Cost> => measure(client, subject, name, MEASURED[name].requests);
      rounds.push({ own: await inTurn(product), bare: await inTurn(floor) });
    }
    const counted = rounds.slice(WARM_UP);
    const ratios = counted.map(({ own, bare }) => own.all / bare.all);
    const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
    const [own, bare] = [medians(counted.map(({ own: cost }) => cost)), medians(counted.map(({ bare: cost }) => cost))];
    console.log(
      `${MEASURED[name].what.padEnd(23)}  ratio ${median(ratios).toFixed(2).padStart(5)} (${range})  ` +
        `${inWords(own)}, floor ${inWords(bare)}; p50 ${own.p50.toFixed(1)} ms, p99 ${own.p99.toFixed(1)} ms`,
    );
  }
}

const directory = mkdtempSync(join(tmpdir(), 'courtside-bench-'));
// One proxy is trusted, so that sign-ins can come from many addresses.
const settings = { TRUSTED_PROXIES: '1', LOG_LEVEL: 'error', ...WITHOUT_BACKUPS };
console.log(
  `Processor time per request at ${values.users} users; ${ROUNDS} rounds of ${values.requests} requests (sign-ins a tenth), in turns, ${CONNECTIONS} kept connections.`,
);

const dataDir = join(directory, 'data');
await seed(values.users, { DATA_DIR: dataDir });
const product = await startProduct({ dataDir, settings });
const { url, pid } = privatePostgres(dataDir);
const world = await lookAround(product.url);
const floor = await startFloor(url, pid, world);
await settle();
await compare(productIn(product, pid, world), floor.subject);
floor.stop();
await product.stop();
client.stop();
rmSync(directory, { recursive: true, force: true });
