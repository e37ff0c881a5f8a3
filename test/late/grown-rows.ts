// How many rows a change has added to each table.
import { sql } from 'kysely';
import type { InProcess } from '../in-process.ts';

/** Tables in which a call may count itself without having changed anything. */
const COUNTERS = ['sign_in_failures'];

export async function countRows({ database: { owner } }: InProcess): Promise<Map<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(owner);
  const counts = tables
    .filter(({ name }) => !COUNTERS.includes(name))
    .map(({ name }) => sql`select ${name}::text as name, count(*)::int as count from ${sql.table(name)}`);
  const { rows } = await sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(owner);
  return new Map(rows.map(({ name, count }) => [name, count]));
}

/** By how many rows each table has grown. */
export async function grown(server: InProcess, before: Map<string, number>, without: readonly string[] = []) {
  const by = [...(await countRows(server))].map(([table, count]) => [table, count - before.get(table)!] as const);
  return Object.fromEntries(by.filter(([table, rows]) => rows !== 0 && !without.includes(table)));
}
