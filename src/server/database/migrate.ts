// Creates and updates the schema: numbered SQL files, each of which runs once per database. Those that a database lacks run in one
// transaction, and servers that start at the same time wait for each other. From the first tagged release on, a file that has
// shipped never changes: every change of the schema is a new file (CONTRIBUTING.md, "Adding a table").
import fs from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { CannotStart } from '../settings.ts';
import { valueOf, type Database, type Owner } from './database.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
// Any number works, as long as every server uses the same one.
const MIGRATION_LOCK = 7_288_442;
const MIGRATIONS_TABLE =
  'create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())';

/** Migrations that only databases from before 0.1.0 have, whose tables were made by other files. */
const BEFORE_RELEASE = ['0001-tables.sql', '007-rosters.sql', '014-deleted-records.sql'];
export const isBeforeRelease = (ran: readonly string[]): boolean => ran.some((name) => BEFORE_RELEASE.includes(name));

// Until 30 November 2026 there were other files. Through the first of these, they made the same database as today's files through the second.
const [LAST_BEFORE_ORDER, LAST_IN_ORDER] = ['051-needed-sheets.sql', '026-undone-additions.sql'];
/** What has run, by the names of today's files. */
export const byNamesOfToday = (ran: string[]): string[] =>
  ran.includes(LAST_BEFORE_ORDER) ? migrationNames().filter((name) => name <= LAST_IN_ORDER) : ran;

export const migrationNames = (): string[] =>
  fs
    .readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .toSorted();

/** Runs the migrations that this database lacks, and returns their names. */
export async function migrate(database: Database): Promise<string[]> {
  const names = migrationNames();
  const listed = await migrationsOf(database.owner);
  const ran = byNamesOfToday(listed);
  if (isBeforeRelease(ran)) {
    throw new CannotStart(
      'This database was made by a Courtside from before 0.1.0, whose tables were different. Nothing was changed. To keep its data, ' +
        'make a backup (npm run backup -- FILE) and restore it (npm run restore -- FILE --replace).',
    );
  }
  const newer = newerMigration(ran);
  if (newer !== undefined) {
    throw new CannotStart(
      `This database was made by a newer Courtside (${newer}). Start that version, or restore a backup of this one.`,
    );
  }
  if (names.every((name) => listed.includes(name))) return [];
  return database.owner.transaction().execute((tx) => migrateIn(tx, names));
}

/** The newest migration that has run, if only a newer version knows it. */
export const newerMigration = (ran: readonly string[]): string | undefined =>
  ran.slice(-1).find((newest) => !migrationNames().includes(newest));

/** The migrations that have run in the database, in order. */
export async function migrationsOf(database: Owner): Promise<string[]> {
  if (!(await valueOf(database, sql<boolean>`to_regclass('migrations') is not null`))) return [];
  const { rows } = await sql<{ name: string }>`select name from migrations order by name collate "C"`.execute(database);
  return rows.map(({ name }) => name);
}

/**
 * Runs the named migrations that are missing, inside the transaction, and returns their names. The lock also covers creating
 * the list of migrations: `create table if not exists` fails when two servers run it at once.
 */
export async function migrateIn(tx: Owner, names: string[]): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`.execute(tx);
  await sql.raw(MIGRATIONS_TABLE).execute(tx);
  const listed = await migrationsOf(tx);
  const ran = byNamesOfToday(listed);
  if (ran !== listed) {
    await sql`delete from migrations`.execute(tx);
    await sql`insert into migrations (name) select unnest(${ran}::text[])`.execute(tx);
  }
  const missing = names.filter((name) => !ran.includes(name));
  for (const name of missing) {
    // A text that begins with a comment is sent as it is. Others may be prepared, and then have one statement only.
    await sql.raw(`-- ${name}\n${fs.readFileSync(join(FOLDER, name), 'utf8')}`).execute(tx);
    await sql`insert into migrations (name) values (${name})`.execute(tx);
  }
  return missing;
}
