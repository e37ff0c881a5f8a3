// Creates and updates the schema: numbered SQL files, each of which runs once per database. Those that a database lacks run in one
// transaction, and servers that start at the same time wait for each other. From the first tagged release on, a file that has
// shipped never changes: every change of the schema is a new file (CONTRIBUTING.md, "Adding a table").
import fs from 'node:fs';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { CannotStart } from '../settings.ts';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
// Any number works, as long as every server uses the same one.
const MIGRATION_LOCK = 7_288_442;
const MIGRATIONS_TABLE =
  'create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())';

/** The first migration of the versions before 0.1.0, whose tables were made by other files. */
export const FIRST_BEFORE_RELEASE = '0001-tables.sql';

const TO_KEEP_DATA =
  'Nothing was changed. To keep its data, make a backup (npm run backup -- FILE) and restore it (npm run restore -- FILE --replace).';

export const migrationNames = (): string[] =>
  fs
    .readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .toSorted();

/** SQLSTATE class 42, such as "does not exist" and "already exists". */
const isOfOtherTables = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('42');

/** Runs the migrations that this database lacks, and returns their names. */
export async function migrate(database: Database): Promise<string[]> {
  const names = migrationNames();
  const ran = await migrationsOf(database.owner);
  if (ran.includes(FIRST_BEFORE_RELEASE)) {
    throw new CannotStart(
      `This database was made by a Courtside from before 0.1.0, whose tables were different. ${TO_KEEP_DATA}`,
    );
  }
  const newer = newerMigration(ran);
  if (newer !== undefined) {
    throw new CannotStart(
      `This database was made by a newer Courtside (${newer}). Start that version, or restore a backup of this one.`,
    );
  }
  if (names.every((name) => ran.includes(name))) return [];
  try {
    return await database.owner.transaction().execute((tx) => migrateIn(tx, names));
  } catch (error) {
    // Files that ran here have been rewritten since, as they may be before 0.1.0.
    if (ran.length === 0 || !isOfOtherTables(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CannotStart(
      `This database was made by an unreleased Courtside, whose tables were different (${reason}). ${TO_KEEP_DATA}`,
    );
  }
}

/** The newest migration that has run, if only a newer version knows it. */
export const newerMigration = (ran: readonly string[]): string | undefined =>
  ran.slice(-1).find((newest) => !migrationNames().includes(newest));

/** The migrations that have run in the database, in order. */
export async function migrationsOf(database: Kysely<Tables>): Promise<string[]> {
  const list = await sql`select where to_regclass('migrations') is not null`.execute(database);
  if (list.rows.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from migrations order by name collate "C"`.execute(database);
  return rows.map(({ name }) => name);
}

/**
 * Runs the named migrations that are missing, inside the transaction, and returns their names. The lock also covers creating
 * the list of migrations: `create table if not exists` fails when two servers run it at once.
 */
export async function migrateIn(tx: Kysely<Tables>, names: string[]): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`.execute(tx);
  await sql.raw(MIGRATIONS_TABLE).execute(tx);
  const ran = await migrationsOf(tx);
  const missing = names.filter((name) => !ran.includes(name));
  for (const name of missing) {
    // A text that begins with a comment is sent as it is. Others may be prepared, and then have one statement only.
    await sql.raw(`-- ${name}\n${fs.readFileSync(join(FOLDER, name), 'utf8')}`).execute(tx);
    await sql`insert into migrations (name) values (${name})`.execute(tx);
  }
  return missing;
}
