// Databases for the backup tests, filled with values that are easily lost in a copy.
import { PassThrough } from 'node:stream';
import { sql } from 'kysely';
import { backupToStream } from '#server/backup/backup-file.ts';
import type { TableHash } from '#server/backup/backup.ts';
import { openPostgresDatabase, type Database } from '#server/database/database.ts';
import { newPostgres } from '#test/database.ts';

/** The URL of a new database in the tests' PostgreSQL, migrated or empty. */
export const newPostgresUrl = async (made: 'migrated' | 'bare'): Promise<string> => (await newPostgres(made)).url;

/** A database without tables. */
export const newDatabase = async (): Promise<Database> =>
  openPostgresDatabase(await newPostgresUrl('bare'), { pool: 4, prepare: true, patient: true });

/** The hashes of the database’s current rows. */
export const hashesOf = (database: Database): Promise<TableHash[]> =>
  backupToStream(database, new PassThrough().resume());

/** Names and values that a careless copy would change. */
export async function fillWithOddities(database: Database): Promise<void> {
  await sql`insert into schools (name, short_name, created_at) select n, left(n, 20), timestamptz '2026-03-29 01:59:59.123456+00'
    from unnest(array['Łukasz “quoted” \\ back', 'a''b', 'tab-less, "json" {}[]', '日本語 🏛️', 'null', '\\N']) as n`.execute(
    database.owner,
  );
  await sql`insert into users (name, email, last_sign_in) select 'Person ' || n, 'p' || n || '@example.org',
    case when n % 2 = 0 then null else timestamptz '2026-01-01' + n * interval '1 microsecond' end
    from generate_series(1, 1100) as n`.execute(database.owner);
  await sql`insert into users_schools (user_id, school_id, role) select u.id, s.id, 'viewer' from users u cross join schools s
    where u.name < 'Person 11'`.execute(database.owner);
  await sql`insert into teams (school_id, name) select id, 'Team' from schools`.execute(database.owner);
  await sql`insert into students (school_id, team_id, name) select school_id, id, 'Student' from teams`.execute(
    database.owner,
  );
}
