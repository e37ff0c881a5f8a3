// Undoes what an import has added, except what somebody has changed or used since. The database keeps what it deletes for 30 days.
import { sql } from 'kysely';
import type { Undone } from '#contract/season-files.ts';
import type { Tx } from '../database/database.ts';

type Found = {
  deleted: Undone['deleted'] | null;
  names: Partial<Undone['names']>;
  kept: Undone['kept'];
};

/** The season is held by this transaction. Undefined: there is no such import. */
export async function undoImport(tx: Tx, schoolId: string, importId: string): Promise<Undone | undefined> {
  const { rows } = await sql<Found>`select deleted, names, kept
    from undo_import(${schoolId}::uuid, ${importId}::uuid)`.execute(tx);
  const { deleted, names, kept } = rows[0] ?? {};
  if (!deleted || !kept) return undefined;
  return { deleted, names: { tournaments: [], teams: [], students: [], ...names }, kept };
}
