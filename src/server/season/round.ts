// A season's rounds. What belongs to a season is read step by step, by ids: tournaments, then their rounds, then what belongs to
// those. A single statement over all of them is planned with the statistics of the database, which can be older than the
// season: right after an import, PostgreSQL compared each round with each ballot.
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../database/database.ts';

/** The columns of a round in answers. */
export const ROUND_COLUMNS = [
  'rounds.id',
  'tournamentId',
  'teamId',
  'number',
  'side',
  'opponent',
  'outcome',
  'rounds.caseId',
  'sharedWith',
  'rounds.version',
] as const;

type WithId = { id: string };

/** Whether the column has one of the ids. */
export const isAmong = (column: string, records: readonly WithId[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any(${records.map(({ id }) => id)}::uuid[])`;

/** The rounds of a season that the person may see. */
export async function roundsOfSeason(
  tx: Tx,
  schoolId: string,
  season: string,
): Promise<{ id: string; version: number }[]> {
  const tournaments = await tx
    .selectFrom('tournaments')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('season', '=', season)
    .execute();
  return tx
    .selectFrom('rounds')
    .select(['id', 'version'])
    .where('schoolId', '=', schoolId)
    .where(isAmong('tournamentId', tournaments))
    .orderBy('id')
    .execute();
}
