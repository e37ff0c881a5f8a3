// Inserts thousands of rows with a few statements, as one JSON text each.
import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** Few enough that a long import can say how far it is. */
const ROWS_PER_STATEMENT = 500;

export type Row = Record<string, string | number | boolean | null | object>;

/**
 * Inserts rows of the columns, which are written as in a table: `id uuid, name text`.
 * @param onRows hears after each statement how many rows it has inserted
 */
export async function insertAll(
  tx: Tx,
  table: string,
  columns: string,
  rows: Row[],
  onRows?: (count: number) => Promise<void>,
): Promise<void> {
  const names = columns.replaceAll(/ \w+(?=,|$)/g, '');
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const part = rows.slice(from, from + ROWS_PER_STATEMENT);
    await sql`insert into ${sql.table(table)} (${sql.raw(names)}) select ${sql.raw(names)}
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as row(${sql.raw(columns)})`.execute(tx);
    await onRows?.(part.length);
  }
}
