// How the database compares names: without case and accents.
import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** How the database compares each of these names. */
export async function keysOf(tx: Tx, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; key: string }>`
    select name, searchable(name) as key from unnest(${names}::text[]) name`.execute(tx);
  return new Map(rows.map(({ name, key }) => [name, key]));
}
