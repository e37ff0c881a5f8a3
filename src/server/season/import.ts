// Reads what a school has for an import, and writes a plan.
import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import { insertAll, type Row } from '../database/insert-all.ts';
import { keysOf } from '../database/searchable.ts';
import type { FileBallot } from '#season-files/file-ballot.ts';
import { planImport, type Chosen, type Known, type Plan } from './import-plan.ts';
import { share } from './shared-rounds.ts';

async function knownOf(tx: Tx, schoolId: string): Promise<Known> {
  const named = (table: 'teams' | 'students') =>
    tx.selectFrom(table).select(['id', 'sortName as key']).where('schoolId', '=', schoolId).execute();
  const [tournaments, teams, students, rounds, lineUps, ballots] = [
    await tx
      .selectFrom('tournaments')
      .select(['id', 'sortName as key', 'season'])
      .where('schoolId', '=', schoolId)
      .execute(),
    await named('teams'),
    await named('students'),
    await tx
      .selectFrom('rounds')
      .select(['id', 'tournamentId', 'teamId', 'number', 'side', 'sharedWith'])
      .where('schoolId', '=', schoolId)
      .execute(),
    await tx
      .selectFrom('roundParts')
      .select(['roundId', sql<Record<string, string | null>>`json_object_agg(part, student_id)`.as('students')])
      // Through the rounds, because parts have no index by school.
      .where('roundId', 'in', tx.selectFrom('rounds').select('id').where('schoolId', '=', schoolId))
      .groupBy('roundId')
      .execute(),
    await tx
      .selectFrom('keptBallots')
      .innerJoin('ballotScores', 'ballotId', 'id')
      .select(['roundId', 'number', 'scores'])
      .where('keptBallots.schoolId', '=', schoolId)
      .where('roundId', 'is not', null)
      .$narrowType<{ roundId: string }>()
      .execute(),
  ];
  return { tournaments, teams, students, rounds, lineUps, ballots };
}

/** Names are on one line in the database. */
const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const namesOnOneLine = (students: FileBallot['students']): FileBallot['students'] =>
  Object.fromEntries(Object.entries(students).map(([part, name]) => [part, onOneLine(name)]));
const withPlainNames = (ballot: FileBallot): FileBallot => ({
  ...ballot,
  tournament: onOneLine(ballot.tournament),
  team: onOneLine(ballot.team),
  opponent: onOneLine(ballot.opponent),
  judge: onOneLine(ballot.judge),
  students: namesOnOneLine(ballot.students),
  opponentStudents: namesOnOneLine(ballot.opponentStudents),
  ranks: ballot.ranks.map((rank) => ({ ...rank, student: onOneLine(rank.student) })),
});

/** Keeps rounds and line-ups from changing between an import's plan and its writing. */
export async function holdRounds(tx: Tx, schoolId: string): Promise<void> {
  await tx.selectFrom('rounds').select('id').where('schoolId', '=', schoolId).orderBy('id').forNoKeyUpdate().execute();
}

export async function planFor(tx: Tx, schoolId: string, read: readonly FileBallot[], chosen: Chosen): Promise<Plan> {
  const ballots = read.map(withPlainNames);
  const names = new Set(
    ballots.flatMap(({ tournament, team, opponent, students, opponentStudents, ranks }) => [
      tournament,
      team,
      opponent,
      ...Object.values(students),
      ...Object.values(opponentStudents),
      ...ranks.map(({ student }) => student),
    ]),
  );
  const keys = await keysOf(tx, [...names]);
  return planImport(ballots, await knownOf(tx, schoolId), chosen, (name) => keys.get(name) ?? name);
}

/** The school's students whom a file names differently, for "same student as ...". */
export const studentNames = (tx: Tx, schoolId: string) =>
  tx.selectFrom('students').select(['id', 'name']).where('schoolId', '=', schoolId).orderBy('sortName').execute();

/** Gives rounds that the school had, and that get a line-up, a new version, so that an open form doesn't overwrite it. */
async function newVersions(tx: Tx, { rounds, lineUps }: Plan): Promise<void> {
  const added = new Set(rounds.map(({ id }) => id));
  const changed = lineUps.map(({ roundId }) => roundId).filter((id) => !added.has(id));
  if (changed.length === 0) return;
  await tx
    .updateTable('rounds')
    .set((row) => ({ side: row.ref('side') }))
    .where('id', 'in', changed)
    .execute();
}

const MIN_ROWS_TO_ANALYZE = 1000;

type Import = { schoolId: string; importId: string; fileName: string; userId: string | null };

/** What is inserted, in this order, with the columns of each table. */
function rowsOf(plan: Plan, { schoolId, importId, userId }: Import): [table: string, columns: string, rows: Row[]][] {
  const ours = { school_id: schoolId, import_id: importId };
  const named = 'id uuid, name text, school_id uuid, import_id uuid';
  // The P side's rounds first: the others name them.
  const rounds = plan.rounds
    .toSorted((a, b) => Number(a.sharedWith !== null) - Number(b.sharedWith !== null))
    .map(({ id, tournamentId, teamId, number, side, sharedWith, opponent }) => {
      const where = { tournament_id: tournamentId, team_id: teamId, shared_with: sharedWith };
      return { id, ...ours, ...where, number, side, opponent };
    });
  const parts = plan.lineUps.flatMap(({ roundId, students }) =>
    [...students].map(([part, studentId]) => ({ round_id: roundId, part, ...ours, student_id: studentId })),
  );
  const ballots = plan.ballots.map(({ id, roundId, number, judge, tabMargin }) => {
    return { id, ...ours, round_id: roundId, number, judge, tab_margin: tabMargin, source: 'file', kept_by: userId };
  });
  const scores = plan.ballots.map(({ id, scores: given, comments, ranks }) => {
    return { ballot_id: id, school_id: schoolId, scores: given, comments, ranks };
  });
  return [
    ['teams', named, plan.teams.map((team) => ({ ...team, ...ours }))],
    ['students', named, plan.students.map((student) => ({ ...student, ...ours }))],
    ['tournaments', `${named}, season text`, plan.tournaments.map((tournament) => ({ ...tournament, ...ours }))],
    [
      'rounds',
      `id uuid, school_id uuid, import_id uuid, tournament_id uuid, team_id uuid, shared_with uuid, number smallint,
        side text, opponent text`,
      rounds,
    ],
    ['round_parts', 'round_id uuid, part text, school_id uuid, import_id uuid, student_id uuid', parts],
    [
      'kept_ballots',
      `id uuid, school_id uuid, import_id uuid, round_id uuid, number smallint, judge text, tab_margin smallint,
        source text, kept_by uuid`,
      ballots,
    ],
    ['ballot_scores', 'ballot_id uuid, school_id uuid, scores jsonb, comments jsonb, ranks jsonb', scores],
  ];
}

export async function writePlan(
  tx: Tx,
  of: Import,
  plan: Plan,
  onProgress: (percent: number) => Promise<void>,
): Promise<void> {
  const { schoolId, importId: id, fileName, userId: byId } = of;
  const joinedRounds = plan.joins.map(({ d }) => d.id);
  await tx.insertInto('seasonImports').values({ id, schoolId, fileName, byId, joinedRounds }).execute();
  await newVersions(tx, plan);
  const tables = rowsOf(plan, of);
  const total = tables.reduce((sum, [, , rows]) => sum + rows.length, 0);
  let written = 0;
  for (const [table, columns, rows] of tables) {
    await insertAll(tx, table, columns, rows, async (count) => {
      written += count;
      await onProgress(Math.floor((100 * written) / total));
    });
  }
  for (const { p, d } of plan.joins) await share(tx, schoolId, p, d);
  if (total >= MIN_ROWS_TO_ANALYZE) await sql`select analyze_season_book(${total}::int)`.execute(tx);
}
