// A season's rounds. What belongs to a season is read step by step, by ids: tournaments, then their rounds, then what belongs to
// those. A single statement over all of them is planned with the statistics of the database, which can be older than the
// season: right after an import, PostgreSQL compared each round with each ballot.
import type { Tx } from '../database/database.ts';
import { isOneOf } from '../database/is-one-of.ts';

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

export const idsOf = (records: readonly { id: string }[]): string[] => records.map(({ id }) => id);

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
    .where(isOneOf('tournamentId', idsOf(tournaments)))
    .orderBy('id')
    .execute();
}
