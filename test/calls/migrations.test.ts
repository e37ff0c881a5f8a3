// Migrations run once, even if several servers start together, and a second start changes nothing.
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { backupToFile, restoreFromFile } from '#server/backup/backup-file.ts';
import { openPostgresDatabase, type Database } from '#server/database/database.ts';
import { migrate, migrateIn, migrationNames } from '#server/database/migrate.ts';
import { hashPassword } from '#server/sign-in/passwords.ts';
import { newPostgres, openTestDatabase } from '../database.ts';
import { startInProcess } from '../in-process.ts';
import { addPerson, PASSWORD } from '../people.ts';

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
  const { url, drop } = await newPostgres(true);
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

/** A database from before sessions were stored as hashes, with one signed-in person. */
async function olderDatabase(): Promise<Database | undefined> {
  const [database] = await bareDatabases(1);
  const older = migrationNames().filter((name) => name < '0023');
  await database?.owner.transaction().execute((tx) => migrateIn(tx, older));
  const hash = await hashPassword(PASSWORD);
  await database?.script(`
    insert into users (id, name, email) values ('00000000-0000-4000-8000-000000000001', 'Earl E. Bird', 'earl@example.test');
    insert into accounts (user_id, account_id, provider_id, password) select id, id, 'credential', '${hash}' from users;
    insert into sessions (user_id, token, expires_at) select id, 'an-older-token', now() + interval '5 days' from users;`);
  return database;
}

const backupFile = (): string => path.join(fs.mkdtempSync(path.join(tmpdir(), 'courtside-')), 'backup.jsonl.gz');

test('the migration to hashed sessions keeps passwords and signs everyone out', async () => {
  const database = await olderDatabase();
  if (!database) throw new Error('No database.');
  const file = backupFile();
  await backupToFile(database, file);
  const restored = (await bareDatabases(1))[0] ?? database;
  await restoreFromFile(restored, file, { replace: false });
  await migrate(database);
  for (const migrated of [database, restored]) {
    const server = await startInProcess({}, migrated);
    expect(await server.browser({ token: 'an-older-token' }).calls.session.me()).toBeNull();
    const me = await server.browser().calls.session.signIn({ email: 'earl@example.test', password: PASSWORD });
    expect(me).toMatchObject({ name: 'Earl E. Bird' });
  }
});

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
