// Inserts thousands of rows with a few statements, as one JSON text each.
import { sql } from 'kysely';
import type { Tx } from './database.ts';

const ROWS_PER_STATEMENT = 5000;

export type Row = Record<string, string | number | boolean | null | object>;

/** Inserts rows of the columns, which are written as in a table: `id uuid, name text`. */
export async function insertAll(tx: Tx, table: string, columns: string, rows: Row[]): Promise<void> {
  const names = columns.replaceAll(/ \w+(?=,|$)/g, '');
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const part = JSON.stringify(rows.slice(from, from + ROWS_PER_STATEMENT));
    await sql`insert into ${sql.table(table)} (${sql.raw(names)})
      select ${sql.raw(names)} from jsonb_to_recordset(${part}::jsonb) as row(${sql.raw(columns)})`.execute(tx);
  }
}
