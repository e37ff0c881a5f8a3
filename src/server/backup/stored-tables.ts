// The tables as the database itself describes them, so that a backup needs no list of tables to maintain.
import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';

export type StoredTable = {
  name: string;
  /** Without generated columns, in the table's order. */
  columns: { name: string; type: string; counts: boolean }[];
  /** The columns that order the rows: the primary key, or all. */
  key: string[];
};

/** Backups leave out sessions, access tokens, links and webhooks, and a restore creates none: it must neither let anyone in nor send anything out. */
export const isLeftOut = ({ name }: { name: string }): boolean =>
  [
    'sessions',
    'session_ends',
    'invitations',
    'password_resets',
    'calendar_links',
    'access_tokens',
    'webhooks',
    'webhook_deliveries',
    'student_links',
    'sign_on_attempts',
  ].includes(name);

/** All tables except the list of migrations. A restore checks references only after the last one. */
export async function storedTables(tx: Tx): Promise<StoredTable[]> {
  const { rows } = await sql<{ line: string }>`
    select json_build_object(
      'name', c.relname,
      'columns', (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
          'counts', a.attidentity <> '') order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''),
      'key', coalesce(
        (select json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum)) from pg_index i join pg_attribute a
          on a.attrelid = i.indrelid and a.attnum = any (i.indkey) where i.indrelid = c.oid and i.indisprimary), '[]'))::text as line
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
    order by c.relname collate "C"`.execute(tx);
  return rows.map(({ line }) => JSON.parse(line) as StoredTable);
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const MAX_ROWS_AT_ONCE = 1000;
/** Letters of rows to hold at once, or else a single row: all rows of a deleted school's table are one. */
export const LETTERS_AT_ONCE = 1_000_000;

/**
 * Every row as one line, a JSON array of texts, in an order that is the same on every database: sorted by bytes, with
 * dates in UTC. Equal lines are equal rows.
 */
export async function* rowLines(tx: Tx, table: StoredTable): AsyncGenerator<string[]> {
  const texts = table.columns.map(({ name }) => `${quoted(name)}::text`);
  const order = (table.key.length > 0 ? table.key.map(quoted) : table.columns.map(({ name }) => quoted(name)))
    .map((column) => `${column}::text collate "C"`)
    .join(', ');
  const lines = `select json_build_array(${texts.join(', ')})::text as line from ${quoted(table.name)} order by ${order}`;
  await sql.raw(`declare stored_rows no scroll cursor for ${lines}`).execute(tx);
  for (let count = 1; ;) {
    const { rows } = await sql.raw<{ line: string }>(`fetch forward ${count} from stored_rows`).execute(tx);
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < count) break;
    const letters = rows.reduce((sum, { line }) => sum + line.length, 0);
    count = Math.min(2 * count, MAX_ROWS_AT_ONCE, Math.ceil((count * LETTERS_AT_ONCE) / letters));
  }
  await sql.raw('close stored_rows').execute(tx);
}

/** Makes values look the same as text, whatever the server's settings are. */
export async function useFixedFormats(tx: Tx): Promise<void> {
  await sql`select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, YMD', true),
    set_config('intervalstyle', 'postgres', true), set_config('extra_float_digits', '1', true),
    set_config('bytea_output', 'hex', true), set_config('statement_timeout', '0', true)`.execute(tx);
}
