// The lock of a school's season. Every call takes it first, so that no two calls wait for each other.
import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';

/** Of a school that has no season book yet, there is no row to lock. */
const keyOf = (schoolId: string) => sql`hashtextextended('season ' || ${schoolId}::uuid, 0)`;

/** For calls that add, move or delete rounds or ballots. They run together, but not while somebody holds the season. */
export async function shareSeason(tx: Tx, schoolId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${keyOf(schoolId)}), share_season_book(${schoolId}::uuid)`.execute(tx);
}

/**
 * For undoing an import, deleting a team, student, tournament or everything, and for rounds that are, or become, one with another team's: no
 * other call changes the season until this one has ended.
 */
export async function holdSeason(tx: Tx, schoolId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${keyOf(schoolId)}), hold_season_book(${schoolId}::uuid)`.execute(tx);
}

/**
 * Makes calls that add rounds take turns. The trigger that counts rounds takes the same lock, but only after a statement, when two calls that
 * add the same round would already wait for each other.
 */
export async function holdRoundList(tx: Tx, schoolId: string): Promise<void> {
  await sql`select lock_list('rounds', ${schoolId}::uuid)`.execute(tx);
}

/** For deleting a case: holds the seasons of all schools that use it. */
export async function holdSeasonsWithCase(tx: Tx, caseId: string): Promise<void> {
  await sql`select hold_seasons_with_case(${caseId}::uuid)`.execute(tx);
}

/** For restoring what was deleted: holds the seasons of all schools that it belongs to or is used in. */
export async function holdSeasonsOfDeleted(tx: Tx, id: string): Promise<void> {
  await sql`select hold_seasons_of_deleted(${id}::uuid)`.execute(tx);
}

/** For line-ups: keeps their witnesses from being deleted. Their deletion, which empties the parts in which they are, comes before or after. */
export async function holdWitnesses(tx: Tx, ids: readonly (string | null)[]): Promise<void> {
  await sql`select hold_witnesses(${ids}::uuid[])`.execute(tx);
}
