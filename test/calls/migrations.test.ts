// Migrations run once, even if several servers start together, and a second start changes nothing.
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { backupToFile, restoreFromFile } from '#server/backup/backup-file.ts';
import { openPostgresDatabase, type Database } from '#server/database/database.ts';
import { migrate, migrateIn, migrationNames } from '#server/database/migrate.ts';
import { newPostgres, openTestDatabase } from '../database.ts';
import { startInProcess } from '../in-process.ts';
import { addPerson, PASSWORD } from '../people.ts';
import { TABLES_FILE, tableTypes } from '../../scripts/tools/table-types.ts';
import { script } from '../script.ts';

const ended: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ended) await end();
});

test('servers that start at the same time run each migration once', async () => {
  const racers = await bareDatabases(4);
  const ran = await Promise.all(racers.map((server) => migrate(server)));
  expect(ran.flat().toSorted()).toEqual(migrationNames());
});

async function bareDatabases(count: number): Promise<Database[]> {
  const { url, drop } = await newPostgres('bare');
  const databases = Array.from({ length: count }, () =>
    openPostgresDatabase(url, { pool: 2, prepare: true, patient: true }),
  );
  ended.push(...databases.map(({ close }) => close), drop);
  return databases;
}

test('a second start runs no migration and keeps all data', async () => {
  const database = await openTestDatabase();
  ended.push(database.close);
  await database.owner.insertInto('schools').values({ name: 'Kept', shortName: 'K' }).execute();
  expect(await migrate(database)).toEqual([]);
  expect(await database.owner.selectFrom('schools').select('name').execute()).toEqual([{ name: 'Kept' }]);
});

test('every foreign key has an index, so that deleting a record reads no whole table', async () => {
  const database = await openTestDatabase();
  ended.push(database.close);
  const { rows } = await sql`
    select conrelid::regclass::text as table, pg_get_constraintdef(c.oid) as reference from pg_constraint c
      where contype = 'f' and not exists (
        select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
          where i.indrelid = c.conrelid and i.indkey[0] = any (c.conkey)
            and coalesce(pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname), true))`.execute(
    database.owner,
  );
  expect(rows).toEqual([]);
});

test('what refers to a deleted record is found by the record and not among all of its school, with or without statistics', async () => {
  const database = await openTestDatabase();
  ended.push(database.close);
  const { rows: references } = await sql<{ name: string; condition: string; column: string }>`
    select conrelid::regclass::text as name, string_agg(format('%I = $%s', attname, place), ' and ') as condition,
        min(attname) filter (where place = 1) as column
      from pg_constraint cross join unnest(conkey) with ordinality key (number, place)
        join pg_attribute on attrelid = conrelid and attnum = number
      where contype = 'f' group by oid, 1`.execute(database.owner);
  const slow: string[] = [];
  for (const { name, condition, column } of references) {
    const plan = await sql<Record<'QUERY PLAN', string>>`
      explain (generic_plan) delete from only ${sql.table(name)} where ${sql.raw(condition)}`.execute(database.owner);
    const read = plan.rows.map((line) => line['QUERY PLAN']).find((line) => line.includes('Index Cond:')) ?? '';
    if (!read.includes(`(${column} = $1)`)) slow.push(`${name} where ${condition}: ${read}`);
  }
  expect(slow).toEqual([]);
});

test.each([
  ['0001-tables.sql', '0080-missing-indexes.sql'],
  ['007-rosters.sql', '023-student-links.sql'],
  ['007-rosters.sql', '032-end-of-a-prolonged-session.sql'],
  ['014-deleted-records.sql', '049-many-deleted-at-once.sql'],
])(
  'a database from before 0.1.0 (%s to %s) is left as it is, and the sentence says how to keep its data',
  async (...ran) => {
    const [database] = await bareDatabases(1);
    if (!database) throw new Error('No database.');
    await script(
      database,
      `create table migrations (name text primary key, ran_at timestamptz not null default now());
    insert into migrations (name) values ('${ran.join("'), ('")}');
    create table users (id uuid primary key);`,
    );
    await expect(migrate(database)).rejects.toThrow(
      /before 0\.1\.0.*Nothing was changed.*npm run backup.*npm run restore/,
    );
    const { rows } = await sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(
      database.owner,
    );
    expect(rows).toEqual([{ name: 'migrations' }, { name: 'users' }]);
  },
);

test('a database that has run all of the earlier files gets the names of today’s files and keeps its data', async () => {
  const [database] = await bareDatabases(1);
  if (!database) throw new Error('No database.');
  const names = migrationNames();
  const inOrder = names.filter((name) => name < '027');
  await database.owner.transaction().execute((tx) => migrateIn(tx, inOrder));
  await database.owner.insertInto('schools').values({ name: 'Kept', shortName: 'K' }).execute();
  await script(
    database,
    `delete from migrations where name > '014';
    insert into migrations (name) values ('014-deleted-records.sql'), ('051-needed-sheets.sql')`,
  );
  expect(await migrate(database)).toEqual(names.slice(inOrder.length));
  const { rows } = await sql<{ name: string }>`select name from migrations order by name collate "C"`.execute(
    database.owner,
  );
  expect(rows.map(({ name }) => name)).toEqual(names);
  expect(await database.owner.selectFrom('schools').select('name').execute()).toEqual([{ name: 'Kept' }]);
});

test('the types of the tables are those that `npm run tables` writes', async () => {
  const { url, drop } = await newPostgres();
  ended.push(drop);
  expect(fs.readFileSync(TABLES_FILE, 'utf8')).toBe(await tableTypes(url));
});

const backupFile = (): string => path.join(fs.mkdtempSync(path.join(tmpdir(), 'courtside-')), 'backup.jsonl.gz');

test('a backup contains no sessions, and restoring it signs nobody in', async () => {
  const [database, target] = [await openTestDatabase(), await openTestDatabase()];
  ended.push(database.close, target.close);
  const { email, token = '' } = await addPerson(database);
  const file = backupFile();
  const tables = await backupToFile(database, file);
  expect(tables.map(({ table }) => table)).toContain('users');
  expect(tables.map(({ table }) => table)).not.toContain('sessions');
  await addPerson(target);
  await restoreFromFile(target, file, { replace: true });
  const { rows } = await sql`select from sessions`.execute(target.owner);
  expect(rows).toEqual([]);
  const server = await startInProcess({}, target);
  expect(await server.browser({ token }).calls.session.me()).toBeNull();
  expect(await server.browser().calls.session.signIn({ email, password: PASSWORD })).toMatchObject({ email });
});
