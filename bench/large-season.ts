// `npm run bench:large-season`: how long the calls of a season page take with 1,155 rounds and 2,310 ballots, when PostgreSQL has
// the statistics of a nearly empty database and when it has the season's own. Fails if a call is refused, or if old statistics
// make one more than four times slower.
import { setTimeout } from 'node:timers/promises';
import { ORPCError } from '@orpc/client';
import { sql } from 'kysely';
import { startPostgres } from '../scripts/tools/postgres.ts';
import { openPostgresDatabase } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { addSeason } from '#test/calls/add-season.ts';
import { startInProcess } from '#test/in-process.ts';
import { addPerson, callsAs } from '#test/people.ts';

const SEASON = '2025-26';
const SMALL = { season: SEASON, rounds: 20, judges: 2, students: 20 };
const LARGE = { season: SEASON, rounds: 1155, judges: 2, students: 60 };
const TURNS = 5;
const MAX_RATIO = 4;

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const postgres = await startPostgres({ settings: { autovacuum: 'off' } });
const database = openPostgresDatabase(postgres.url, { pool: 5, prepare: true });
await migrate(database);
const product = await startInProcess({}, database);
await addSeason(database.owner, SMALL);
await sql`analyze`.execute(database.owner);
const schoolId = await addSeason(database.owner, LARGE);
const { seasonBook, keptBallots, rounds, metrics, seasonFiles } = callsAs(
  product,
  await addPerson(database, { roles: { [schoolId]: 'primary' } }),
);
const asked = { schoolId, season: SEASON };
// Its figures are computed once, outside of the measurement.
const areComputed = () =>
  metrics.season(asked).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ORPCError && error.code === 'COMPUTING') return false;
      throw error;
    },
  );
while (!(await areComputed())) await setTimeout(1000);

const CALLS = {
  'season page': () => seasonBook.season(asked),
  'page of ballots': () => keptBallots.inSeason(asked),
  'page of line-ups': () => rounds.lineUps(asked),
  figures: () => metrics.season(asked),
  export: () => seasonFiles.download({ ...asked, format: 'json' }),
};
type Call = keyof typeof CALLS;

async function time(call: Call): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const from = performance.now();
    await CALLS[call]();
    times.push(performance.now() - from);
  }
  return median(times);
}
async function timeAll(): Promise<Record<Call, number>> {
  const times = {} as Record<Call, number>;
  for (const call of Object.keys(CALLS) as Call[]) times[call] = await time(call);
  return times;
}

const old = await timeAll();
await sql`analyze`.execute(database.owner);
const own = await timeAll();
for (const call of Object.keys(CALLS) as Call[]) {
  const ratio = old[call] / own[call];
  if (ratio > MAX_RATIO) process.exitCode = 1;
  console.log(
    `${call.padEnd(16)} ${old[call].toFixed(0).padStart(5)} ms with old statistics, ${own[call].toFixed(0).padStart(5)} ms with its own: ratio ${ratio.toFixed(1)} (at most ${MAX_RATIO})`,
  );
}
await product.close();
await postgres.stop();
