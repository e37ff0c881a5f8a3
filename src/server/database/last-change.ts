// Who changed a record last, for someone whose form was read before that change.
import { sql } from 'kysely';
import type { RecordedSubject } from '#contract/words.ts';
import type { Tx } from './database.ts';

export type LastChange = { by: string | null; at: Date };

/** `parentId` is the school of an assignment or roster entry, the case of a witness. */
export async function lastChangeOf(
  tx: Tx,
  subject: RecordedSubject,
  recordId: string,
  parentId: string | null = null,
): Promise<LastChange> {
  const found = await sql<LastChange>`
    select by_name as by, at from last_change(${subject}, ${recordId}::uuid, ${parentId}::uuid)`.execute(tx);
  return found.rows[0] ?? { by: null, at: new Date() };
}
