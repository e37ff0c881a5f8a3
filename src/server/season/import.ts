// Reads what a school has for an import, has the import planned on a thread, and writes the plan.
import { sql } from 'kysely';
import type { ImportChoices } from '#contract/season-files.ts';
import { openWorkerPool } from '#workers/worker-pool.ts';
import { isOneOf, keysOf, valueOf, type Tx } from '../database/database.ts';
import { insert } from '../database/insert-all.ts';
import type { FileToImport } from './import-names.ts';
import type { Known } from './import-plan.ts';
import type { PlannedImport } from './plan-worker.ts';
import { idsOf } from './round.ts';
import { holdRoundList } from './season-lock.ts';
import { share } from './shared-rounds.ts';

/** The import that rows belong to, and the person who runs it. */
export type ImportOf = { schoolId: string; importId: string; userId: string | null };

/** What a plan is made from. What grows with a season is JSON that only the thread reads. */
export type PlanJob = {
  ballots: string;
  /** How the database compares each name of the file. */
  keys: ReadonlyMap<string, string>;
  known: Omit<Known, 'lineUps' | 'ballots'> & { lineUps: string; ballots: string };
  students: NonNullable<ImportChoices['students']>;
  /** Null: nothing will be written. */
  importOf: ImportOf | null;
};

// A transaction waits for each plan, so plans don't queue behind files. What goes into one is limited: an import's ballots and the
// lists of a school.
const pool = openWorkerPool<PlanJob, PlannedImport>({
  program: new URL('./plan-worker.ts', import.meta.url),
  maxThreads: 2,
  maxWaiting: 10,
  maxSeconds: 4,
  resourceLimits: { maxOldGenerationSizeMb: 256 },
});

/** Resolves once a thread is ready to plan, so that no transaction waits for its program to load. */
export const readyToPlan = (): Promise<void> => pool.open();

/** The school's lists, and the season book of the tournaments that have one of the names. */
async function knownOf(tx: Tx, schoolId: string, names: readonly string[]): Promise<PlanJob['known']> {
  const named = (table: 'teams' | 'students') =>
    tx.selectFrom(table).select(['id', 'name', 'sortName as key']).where('schoolId', '=', schoolId).execute();
  const tournaments = await tx
    .selectFrom('tournaments')
    .select(['id', 'sortName as key', 'season'])
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`sort_name in (select searchable(name) from unnest(${names}::text[]) name)`)
    .execute();
  const rounds = await tx
    .selectFrom('rounds')
    .select(['id', 'tournamentId', 'teamId', 'number', 'side', 'sharedWith', 'opponent'])
    .where('schoolId', '=', schoolId)
    .where(isOneOf('tournamentId', idsOf(tournaments)))
    .execute();
  const ofRounds = isOneOf('roundId', idsOf(rounds));
  const lineUps = sql<string>`(
    select coalesce(json_agg(line_up), '[]')::text from (
      select json_build_object('roundId', round_id, 'students', json_object_agg(part, student_id)) as line_up
        from round_parts where ${ofRounds} group by round_id) of_round)`;
  const ballots = sql<string>`(
    select coalesce(json_agg(json_build_object('roundId', round_id, 'number', number, 'scores', scores)), '[]')::text
      from kept_ballots b join ballot_scores x on x.ballot_id = b.id where ${ofRounds})`;
  return {
    tournaments,
    rounds,
    teams: await named('teams'),
    students: await named('students'),
    lineUps: await valueOf(tx, lineUps),
    ballots: await valueOf(tx, ballots),
  };
}

/**
 * Keeps rounds and line-ups from changing between an import's plan and its writing. Nobody adds a round meanwhile, so a second import
 * waits, and finds what the first has added.
 */
export async function holdRounds(tx: Tx, schoolId: string): Promise<void> {
  await holdRoundList(tx, schoolId);
  await tx.selectFrom('rounds').select('id').where('schoolId', '=', schoolId).orderBy('id').forNoKeyUpdate().execute();
}

export async function planFor(
  tx: Tx,
  schoolId: string,
  { ballots, names }: FileToImport,
  students: PlanJob['students'] = [],
  importOf: ImportOf | null = null,
): Promise<PlannedImport> {
  const keys = await keysOf(tx, names);
  const known = await knownOf(tx, schoolId, names);
  return pool.run({ ballots, keys, known, students, importOf });
}

const MIN_ROWS_TO_ANALYZE = 1000;

export async function writePlan(
  tx: Tx,
  { schoolId, importId: id, userId: byId, fileName }: ImportOf & { fileName: string },
  { inserts, joins, filledRounds }: PlannedImport,
  onProgress: (percent: number) => void,
): Promise<void> {
  const joinedRounds = joins.map(({ d }) => d.id);
  await tx.insertInto('seasonImports').values({ id, schoolId, fileName, byId, joinedRounds }).execute();
  // Gives the rounds a new version, so that an open form doesn't overwrite their line-up.
  await sql`update rounds set side = side where ${isOneOf('id', filledRounds)}`.execute(tx);
  const total = inserts.flatMap(({ parts }) => parts).reduce((sum, { count }) => sum + count, 0);
  let written = 0;
  for (const each of inserts) {
    await insert(tx, each, (count) => {
      written += count;
      onProgress(Math.floor((100 * written) / total));
    });
  }
  for (const { p, d } of joins) await share(tx, schoolId, p, d);
  if (total >= MIN_ROWS_TO_ANALYZE) await sql`select analyze_season_book(${total}::int)`.execute(tx);
}
