// Inserts thousands of rows with a few statements, as one JSON text each.
import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** Few enough that a long import can say how far it is. */
const ROWS_PER_STATEMENT = 500;

export type Row = Record<string, string | number | boolean | null | object>;

/** Rows for one table, in JSON texts of a few hundred. The columns are written as in a table: `id uuid, name text`. */
export type Insert = { table: string; columns: string; parts: { count: number; json: string }[] };

export function insertOf(table: string, columns: string, rows: readonly Row[]): Insert {
  const parts: Insert['parts'] = [];
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const part = rows.slice(from, from + ROWS_PER_STATEMENT);
    parts.push({ count: part.length, json: JSON.stringify(part) });
  }
  return { table, columns, parts };
}

/** @param onRows hears after each statement how many rows it has inserted */
export async function insert(
  tx: Tx,
  { table, columns, parts }: Insert,
  onRows?: (count: number) => Promise<void>,
): Promise<void> {
  const names = columns.replaceAll(/ \w+(?=,|$)/g, '');
  for (const { count, json } of parts) {
    await sql`insert into ${sql.table(table)} (${sql.raw(names)}) select ${sql.raw(names)}
      from jsonb_to_recordset(${json}::jsonb) as row(${sql.raw(columns)})`.execute(tx);
    await onRows?.(count);
  }
}

export async function insertAll(tx: Tx, table: string, columns: string, rows: readonly Row[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
    await insert(tx, insertOf(table, columns, rows.slice(from, from + ROWS_PER_STATEMENT)));
}
