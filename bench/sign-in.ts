// `node scripts/launch.js bench/sign-in.ts`: how a burst of sign-ins affects others, how many sign-ins a node handles, and
// whether response times reveal which emails are known. On PostgreSQL.
import { startPostgres } from '../scripts/tools/postgres.ts';
import { startProduct } from '../scripts/tools/product.ts';
import { openPostgresDatabase } from '#server/database/database.ts';
import { addPerson, PASSWORD } from '#test/people.ts';
import { call, type Answer } from '#test/operations/nodes.ts';

const READS = 3000;
const READERS = 4;
const STORM = 20;
const TRIES = 200;

const postgres = await startPostgres();
// One proxy is trusted, so that each attempt can come from a different address. Limits count a whole /64 of IPv6 as one.
const settings = { DATABASE_URL: postgres.url, TRUSTED_PROXIES: '1', LOG_LEVEL: 'error' };
const product = await startProduct({ dataDir: '/nonexistent', settings });
const database = openPostgresDatabase(postgres.url, { pool: 2, prepare: true });
const people = await Promise.all(Array.from({ length: STORM }, () => addPerson(database)));
const cookie = `courtside=${people[0]?.token}`;

const quantile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
let address = 0;
const signIn = async (email: string, password: string): Promise<Answer> => {
  address += 1;
  const from = { 'x-forwarded-for': `2001:db8:0:${address.toString(16)}::1` };
  return call(product, 'session/signIn', { email, password }, from);
};
const readAll = async (): Promise<number[]> => {
  const taken: number[] = [];
  const reader = async (): Promise<void> => {
    while (taken.length < READS) taken.push((await call(product, 'cases/overview', undefined, { cookie })).ms);
  };
  await Promise.all(Array.from({ length: READERS }, reader));
  return taken;
};

// The first rounds warm the server up.
await readAll();
for (const { email } of people) await signIn(email, PASSWORD);

const ratios: number[] = [];
for (let round = 0; round < 5; round += 1) {
  const calm = await readAll();
  const storm = { over: false, signedIn: 0 };
  const from = performance.now();
  const storming = people.map(async ({ email }) => {
    while (!storm.over) if ((await signIn(email, PASSWORD)).status === 200) storm.signedIn += 1;
  });
  const stormy = await readAll();
  storm.over = true;
  await Promise.all(storming);
  const perSecond = storm.signedIn / ((performance.now() - from) / 1000);
  const [before, during] = [quantile(calm, 0.99), quantile(stormy, 0.99)];
  ratios.push(during / before);
  console.log(
    `reads: p99 ${before.toFixed(1)} ms, during ${STORM} sign-ins at once ${during.toFixed(1)} ms (ratio ${(during / before).toFixed(2)}); ${perSecond.toFixed(1)} sign-ins a second meanwhile`,
  );
}
console.log(`reads during a storm of sign-ins: p99 ratio ${quantile(ratios, 0.5).toFixed(2)} (goal: below 2)`);

const storm = performance.now();
await Promise.all(
  people.map(async ({ email }) => {
    for (let index = 0; index < 5; index += 1) await signIn(email, PASSWORD);
  }),
);
console.log(`sign-ins alone: ${((5000 * STORM) / (performance.now() - storm)).toFixed(1)} a second (goal: 30)`);

const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
const attempt = {
  // Each email fails rarely, because emails under attack are slowed down on purpose.
  known: async (index: number) => signIn(people[index % STORM]?.email ?? '', 'wrong'),
  unknown: async (index: number) => signIn(`nobody${index}@example.test`, 'wrong'),
};
for (let index = 0; index < TRIES; index += 1) {
  const order = index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
  for (const who of order) times[who].push((await attempt[who](index)).ms);
}
const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const [known, unknown] = [times.known, times.unknown];
console.log(
  `${TRIES} tries each, in turns: known email median ${quantile(known, 0.5).toFixed(2)} ms, unknown ${quantile(unknown, 0.5).toFixed(2)} ms; difference of medians ${Math.abs(quantile(known, 0.5) - quantile(unknown, 0.5)).toFixed(2)} ms, of means ${Math.abs(mean(known) - mean(unknown)).toFixed(2)} ms (goal: below 2)`,
);
await database.close();
await product.stop();
await postgres.stop();
