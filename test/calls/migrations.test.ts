// Migrations run once, whoever starts first, and a second start changes nothing.
import { afterAll, expect, test } from 'vitest';
import { openEmbeddedDatabase, openPostgresDatabase, type Database } from '#server/database/database.ts';
import { migrate, migrationNames } from '#server/database/migrate.ts';
import { newPostgres, openTestDatabase } from '../database.ts';

const ended: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ended) await end();
});

// The embedded database has one process and one connection, so nobody can race there.
const servers = process.env['DATABASE'] === 'postgres' ? 4 : 1;

test('several servers that start at once run each migration once', async () => {
  const racers = await bareDatabases(servers);
  const ran = await Promise.all(racers.map((server) => migrate(server)));
  expect(ran.flat().toSorted()).toEqual(migrationNames());
});

async function bareDatabases(count: number): Promise<Database[]> {
  if (count === 1) {
    const database = await openEmbeddedDatabase(null);
    ended.push(database.close);
    return [database];
  }
  const { url, drop } = await newPostgres(true);
  const databases = Array.from({ length: count }, () =>
    openPostgresDatabase(url, { pool: 2, prepare: true, patient: true }),
  );
  ended.push(...databases.map(({ close }) => close), drop);
  return databases;
}

test('a second start finds nothing to do and keeps what is there', async () => {
  const database = await openTestDatabase();
  ended.push(database.close);
  await database.owner.insertInto('schools').values({ name: 'Kept', shortName: 'K' }).execute();
  expect(await migrate(database)).toEqual([]);
  expect(await database.owner.selectFrom('schools').select('name').execute()).toEqual([{ name: 'Kept' }]);
});
