// A season's rounds. What belongs to a season is read step by step, by ids: tournaments, then their rounds, then what belongs to
// those. A single statement over all of them is planned with the statistics of the database, which can be older than the
// season: right after an import, PostgreSQL compared each round with each ballot.
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { ROUNDS_PER_PAGE } from '#contract/listing.ts';
import type { RoundPart } from '#contract/rounds.ts';
import { isOneOf, type Tx } from '../database/database.ts';

export const idsOf = (records: readonly { id: string }[]): string[] => records.map(({ id }) => id);

const inOrder = (parts: readonly RoundPart[]) => parts.toSorted((one, other) => one.part.localeCompare(other.part));

/** Whether two line-ups have the same parts, in any order. */
export const areSameParts = (one: readonly RoundPart[], other: readonly RoundPart[]): boolean =>
  isDeepStrictEqual(inOrder(one), inOrder(other));

type PageInSeason = { schoolId: string; season: string; after?: string | undefined };

/** A page of the season's rounds that the person may see, by id (keyset pagination). `next` is its last round, if there are more. */
export async function pageOfRounds(tx: Tx, { schoolId, season, after }: PageInSeason) {
  const tournaments = await tx
    .selectFrom('tournaments')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('season', '=', season)
    .execute();
  const found = await tx
    .selectFrom('rounds')
    .select(['id', 'version'])
    .where('schoolId', '=', schoolId)
    .where(isOneOf('tournamentId', idsOf(tournaments)))
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(sql.lit(ROUNDS_PER_PAGE + 1))
    .execute();
  const page = found.slice(0, ROUNDS_PER_PAGE);
  return { page, next: found.length > page.length ? (page.at(-1)?.id ?? null) : null };
}
