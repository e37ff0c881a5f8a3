// Inserts thousands of rows quickly: without the triggers that would write history, send change events and count limits, and without
// foreign keys. The rows have to be as the product would have left them, totals included.
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/database/database.ts';

export const fill = (owner: Database['owner'], ...statements: readonly RawBuilder<unknown>[]): Promise<void> =>
  owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const statement of statements) await statement.execute(tx);
  });
