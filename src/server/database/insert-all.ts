// Inserts thousands of rows with a few statements, each with one JSON text. The table says which types the values have.
import { sql, type Insertable } from 'kysely';
import type { Tx } from './database.ts';
import { snakeCase } from './rows.ts';
import type { Tables } from './tables.ts';

/** Rows per statement: few enough that a long import can report its progress. */
const ROWS_PER_STATEMENT = 500;

export type RowOf<Table extends keyof Tables> = Insertable<Tables[Table]>;

/** Rows for one table, in JSON texts of a few hundred. */
export type Insert = { table: string; columns: string[]; parts: { count: number; json: string }[] };

/** The keys as the database has them, for rows in JSON. */
export const inSnakeCase = (row: object): object =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [snakeCase(key), value as unknown]));

/** All rows have the same columns. */
export function insertOf<Table extends keyof Tables>(table: Table, rows: readonly RowOf<Table>[]): Insert {
  const parts: Insert['parts'] = [];
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const part = rows.slice(from, from + ROWS_PER_STATEMENT);
    parts.push({ count: part.length, json: JSON.stringify(part.map(inSnakeCase)) });
  }
  return { table, columns: Object.keys(rows[0] ?? {}), parts };
}

/** @param onRows hears after each statement how many rows it has inserted */
export async function insert(
  tx: Tx,
  { table, columns, parts }: Insert,
  onRows?: (count: number) => void,
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  for (const { count, json } of parts) {
    await sql`insert into ${sql.table(table)} (${names}) select ${names}
      from jsonb_populate_recordset(null::${sql.table(table)}, ${json}::jsonb)`.execute(tx);
    onRows?.(count);
  }
}

export const insertAll = <Table extends keyof Tables>(tx: Tx, table: Table, rows: readonly RowOf<Table>[]) =>
  insert(tx, insertOf(table, rows));
