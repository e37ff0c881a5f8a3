// Deletes what a school wanted to keep only until a day that is over: all rounds and ballots, everywhere but in older backups.
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

export async function deleteOutdatedBooks(database: Database): Promise<void> {
  await database.owner.transaction().execute(async (tx) => {
    const outdated = sql`(select school_id from season_books where keep_until < current_date)`;
    for (const table of ['kept_ballots', 'rounds', 'season_imports', 'season_books']) {
      await sql`delete from ${sql.table(table)} where school_id in ${outdated}`.execute(tx);
    }
    // Of deleted schools too.
    await sql`select forget_deleted_ballots(d.school_id) from deleted_records d join deleted_rows r using (record_id)
      where table_name = 'season_books' and (rows -> 0 ->> 'keep_until')::date < current_date`.execute(tx);
  });
}
