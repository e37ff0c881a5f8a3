// Soft delete: deleted records can be restored for 30 days. Afterwards nothing of them is left, except in older backups.
import { sql } from 'kysely';
import type { Database } from './database.ts';

export async function deleteOldCopies(database: Database): Promise<void> {
  await sql`delete from deleted_records where deleted_at < now() - interval '30 days'`.execute(database.owner);
}
