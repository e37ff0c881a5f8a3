// Deletes all rounds and ballots of schools whose chosen last day is over, everywhere except in older backups.
import { sql } from 'kysely';
import type { Database, Tx } from '../database/database.ts';

/** The first day that is not over everywhere: a school's own time zone is unknown, and no day ends later than in UTC-12. */
export const today = sql<string>`(now() at time zone 'Etc/GMT+12')::date`;

/** Deletes a school's whole season book. Waiting ballots belong to no round, so deleting rounds would leave them. */
export async function deleteBook(tx: Tx, schoolId: string): Promise<void> {
  for (const table of ['kept_ballots', 'rounds', 'saved_line_ups', 'season_imports', 'season_books'])
    await sql`delete from ${sql.table(table)} where school_id = ${schoolId}`.execute(tx);
}

/** Each school is a transaction of its own, so that one that fails delays no other. */
export async function deleteOutdatedBooks({ owner }: Database): Promise<void> {
  const failures: unknown[] = [];
  const outdated = await sql<{ schoolId: string }>`select school_id from season_books where keep_until < ${today}
    union select d.school_id from deleted_records d join deleted_rows r using (record_id)
      where table_name = 'season_books' and (rows -> 0 ->> 'keep_until')::date < ${today}`.execute(owner);
  for (const { schoolId } of outdated.rows) {
    const deleting = owner.transaction().execute(async (tx) => {
      // Somebody may have chosen a later day meanwhile.
      const held =
        await sql`select from season_books where school_id = ${schoolId} and keep_until < ${today} for update`.execute(
          tx,
        );
      if (held.rows.length > 0) await deleteBook(tx, schoolId);
      // Of deleted schools too.
      await sql`select forget_deleted_ballots(d.school_id) from deleted_records d join deleted_rows r using (record_id)
        where d.school_id = ${schoolId} and table_name = 'season_books' and (rows -> 0 ->> 'keep_until')::date < ${today}`.execute(
        tx,
      );
    });
    await deleting.catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'The ballots of some schools could not be deleted.');
}
