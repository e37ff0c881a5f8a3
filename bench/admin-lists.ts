// Measures how long the first rows of the admin lists take with 100,000 users and 10,000 schools on PostgreSQL, and shows
// which indexes the searches use: `node scripts/launch.js bench/admin-lists.ts`.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { startPostgres } from '../scripts/tools/postgres.ts';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { Calls } from '#contract/index.ts';
import { makeApp } from '#server/http/app.ts';
import { asPerson, openPostgresDatabase } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { readSettings } from '#server/settings.ts';
import { fillLargeWorld, signInManager } from './large-world.ts';

const USERS = Number(process.argv[2] ?? 100_000);
const TRIES = 20;

const postgres = await startPostgres({
  settings: { logging_collector: 'on', log_directory: 'log', log_filename: 'log', log_line_prefix: '' },
});
const database = openPostgresDatabase(postgres.url, { pool: 5, prepare: true });
await migrate(database);
const { owner } = database;
await fillLargeWorld(postgres.url, USERS);

const { userId, cookie } = await signInManager(postgres.url);
const settings = readSettings({ NODE_ENV: 'test' });
const log = pino({ level: 'silent' });
const app = makeApp({ database, settings, log });
const incoming = { socket: { remoteAddress: '192.0.2.1', remotePort: 1, remoteFamily: 'IPv4' } };
const link = new RPCLink({
  url: 'http://localhost:3000/api/rpc',
  headers: { cookie: `${cookie.name}=${cookie.value}` },
  fetch: async (request) => app.fetch(request, { incoming }),
});
const calls: Calls = createORPCClient(link);

const { id: schoolId } = await owner.selectFrom('schools').select('id').limit(1).executeTakeFirstOrThrow();
const middle = await owner
  .selectFrom('users')
  .select(['id', 'email'])
  .orderBy(sql`email collate "C"`)
  .offset(USERS / 2)
  .limit(1)
  .executeTakeFirstOrThrow();
const asked: [string, () => Promise<unknown>][] = [
  ['users, first rows', () => calls.users.list({ count: true })],
  ['users, from the middle', () => calls.users.list({ after: { value: middle.email, id: middle.id } })],
  ['users by name, descending', () => calls.users.list({ sort: 'name', descending: true, count: true })],
  ['users, "lukasz" (a sixth of them)', () => calls.users.list({ search: 'lukasz', count: true })],
  ['users, one email', () => calls.users.list({ search: 'user77777@', count: true })],
  ['users, nobody', () => calls.users.list({ search: 'qqqqqq', count: true })],
  ['users, "zz" (nobody)', () => calls.users.list({ search: 'zz', count: true })],
  ['users, "m"', () => calls.users.list({ search: 'm', count: true })],
  ['users, "x" (nobody)', () => calls.users.list({ search: 'x', count: true })],
  ['users by name, "zoe" (the last ones)', () => calls.users.list({ search: 'zoe', sort: 'name', count: true })],
  ['users by name, "te" (all of them)', () => calls.users.list({ search: 'te', sort: 'name', count: true })],
  ['users, id', () => calls.users.list({ search: userId, count: true })],
  ['users, Primary Admins', () => calls.users.list({ filter: { role: 'primary' }, count: true })],
  ['users of a school', () => calls.users.list({ filter: { schoolId }, count: true })],
  ['users who never signed in', () => calls.users.list({ filter: { lastSignIn: 'never' }, count: true })],
  ['users, signed in this week', () => calls.users.list({ filter: { lastSignIn: 'within-7' }, count: true })],
  [
    'users, Primary Admins of this week',
    () => calls.users.list({ filter: { role: 'primary', lastSignIn: 'within-7' }, count: true }),
  ],
  [
    'users, viewers of this week',
    () => calls.users.list({ filter: { role: 'viewer', lastSignIn: 'within-7' }, count: true }),
  ],
  [
    'users, Primary Admins, never signed in',
    () => calls.users.list({ filter: { role: 'primary', lastSignIn: 'never' }, count: true }),
  ],
  ['users, Primary Admins, "mei"', () => calls.users.list({ search: 'mei', filter: { role: 'primary' }, count: true })],
  ['users, similar to "lukash"', () => calls.users.list({ search: 'lukash', count: true })],
  ['users, similar to "lukbasz"', () => calls.users.list({ search: 'lukbasz', count: true })],
  ['schools, premium', () => calls.schools.list({ filter: { isPremium: true }, count: true })],
  ['schools, first rows', () => calls.schools.list({ count: true })],
  ['schools, rare word', () => calls.schools.list({ search: 'school 00ab', count: true })],
  ['users to assign', () => calls.users.notInSchool({ schoolId })],
  ['users to assign, "zo"', () => calls.users.notInSchool({ schoolId, search: 'zo' })],
  ['users to assign, "mei 1"', () => calls.users.notInSchool({ schoolId, search: 'mei 1' })],
  ['schools to assign', () => calls.schools.notOfUser({ userId })],
  ['assignments of a school', () => calls.assignments.ofSchool({ schoolId })],
];
/** PostgreSQL's time for all statements of a call, from its log, as the mean of several calls. */
const logFile = join(
  (await sql<{ dataDirectory: string }>`show data_directory`.execute(owner)).rows[0]?.dataDirectory ?? '',
  'log/log',
);
const logAll = async (all: boolean): Promise<void> => {
  await sql`alter system set log_min_duration_statement = ${sql.lit(all ? 0 : -1)}`.execute(owner);
  await sql`select pg_reload_conf()`.execute(owner);
  await new Promise((resolve) => setTimeout(resolve, 200));
};
async function databaseTime(ask: () => Promise<unknown>): Promise<number> {
  await logAll(true);
  const before = statSync(logFile).size;
  for (let n = 0; n < TRIES; n += 1) await ask();
  await logAll(false);
  const logged = readFileSync(logFile).subarray(before).toString();
  const durations = [...logged.matchAll(/duration: ([\d.]+) ms {2}(?!.*pg_reload_conf|.*alter system)/g)];
  return durations.reduce((sum, [, ms]) => sum + Number(ms), 0) / TRIES;
}

console.log(
  `${USERS} users, ${USERS / 10} schools. Milliseconds: whole call, median and slowest of ${TRIES}; PostgreSQL's own time.`,
);
for (const [what, ask] of asked) {
  const times: number[] = [];
  for (let n = 0; n < TRIES; n += 1) {
    const from = performance.now();
    await ask();
    times.push(performance.now() - from);
  }
  const sorted = times.toSorted((a, b) => a - b);
  console.log(
    `${what.padEnd(36)} ${sorted[TRIES / 2]?.toFixed(1).padStart(7)} ${sorted.at(-1)?.toFixed(1).padStart(7)} ${(await databaseTime(ask)).toFixed(2).padStart(7)}`,
  );
}

const plans = [
  sql`select id from users_for_super_admins where search like '%user77777@%' offset 0`,
  sql`select id from users_for_super_admins where search ~ ('(^|[ @._''/&(+-])' || searchable('zz')) offset 0`,
  sql`select id from users_for_super_admins order by email collate "C", id limit 51`,
  sql`select id from users_for_super_admins order by sort_name desc, id desc limit 51`,
];
for (const statement of plans) {
  await asPerson(database, userId, async (tx) => {
    const { rows } = await sql<Record<string, string>>`explain (analyze, costs off, timing off) ${statement}`.execute(
      tx,
    );
    console.log(`\n${rows.map((row) => Object.values(row)[0]).join('\n')}`);
  });
}
await database.close();
await postgres.stop();
