// Updates the database's schema. Migrations are numbered SQL files that only go forward. Each runs once, in its own
// transaction, and servers that start at the same time wait for each other.
import fs from 'node:fs';
import { join } from 'node:path';
import { sql, type Transaction } from 'kysely';
import { CannotStart } from '../settings.ts';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
// Any number works, as long as every server uses the same one.
const MIGRATION_LOCK = 7_288_442;
const MIGRATIONS_TABLE =
  'create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())';

export const migrationNames = (): string[] =>
  fs
    .readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .toSorted();

/** Runs the migrations that are missing in this database, and returns their names. */
export async function migrate(database: Database): Promise<string[]> {
  const ran: string[] = [];
  const known = await sql<{ list: string | null }>`select to_regclass('migrations')::text as list`.execute(
    database.owner,
  );
  if (known.rows[0]?.list === null) await database.owner.transaction().execute((tx) => migrateIn(tx, []));
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(database.owner);
  refuseNewerDatabase(rows.map(({ name }) => name));
  // One transaction per file. The lock is taken inside it, because a pooler may change connections between transactions.
  for (const name of migrationNames().filter((file) => !rows.some((seen) => seen.name === file))) {
    ran.push(...(await database.owner.transaction().execute((tx) => migrateIn(tx, [name]))));
  }
  return ran;
}

/**
 * Runs the named migrations that are missing, inside the transaction, and returns their names. The lock also covers creating
 * the list of migrations: `create table if not exists` fails when two servers run it at once.
 */
export async function migrateIn(tx: Transaction<Tables>, names: string[]): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`.execute(tx);
  await sql.raw(MIGRATIONS_TABLE).execute(tx);
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(tx);
  const ran = names.filter((name) => !rows.some((seen) => seen.name === name));
  for (const name of ran) {
    for (const statement of statementsOf(fs.readFileSync(join(FOLDER, name), 'utf8'))) {
      await sql.raw(statement).execute(tx);
    }
    await sql`insert into migrations (name) values (${name})`.execute(tx);
  }
  return ran;
}

function refuseNewerDatabase(seen: string[]): void {
  const newest = seen.toSorted().at(-1);
  if (newest !== undefined && !migrationNames().includes(newest)) {
    throw new CannotStart(
      `This database was made by a newer Courtside (${newest}). Start that version, or restore a backup of this one.`,
    );
  }
}

/** Splits a SQL file into statements, ignoring semicolons in quotes, dollar quotes and comments. */
function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let start = 0;
  const token = /'(?:[^']|'')*'|--[^\n]*|\$(\w*)\$[\s\S]*?\$\1\$|;/g;
  for (const match of text.matchAll(token)) {
    if (match[0] !== ';') continue;
    statements.push(text.slice(start, match.index).trim());
    start = match.index + 1;
  }
  return statements.filter((statement) => statement.replaceAll(/--[^\n]*/g, '').trim() !== '');
}
