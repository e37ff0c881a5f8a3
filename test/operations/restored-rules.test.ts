// A server's settings stay in force after a restore, whatever the backup says.
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { backupToFile, restoreFromFile } from '#server/backup/backup-file.ts';
import { asPerson, openPostgresDatabase, type Database } from '#server/database/database.ts';
import { readSettings } from '#server/settings.ts';
import { applySecondFactorRule } from '#server/sign-in/second-factor.ts';
import { newPostgresUrl } from './databases.ts';
import { openTestDatabase } from '#test/database.ts';
import { startInProcess } from '#test/in-process.ts';
import { addPerson, addSchool, callsAs } from '#test/people.ts';

const folder = fs.mkdtempSync(path.join(tmpdir(), 'courtside-rules-'));
const opened: Database[] = [];
const openWith = async (rule: 'on' | 'off'): Promise<Database> => {
  const database = await openTestDatabase();
  opened.push(database);
  await applySecondFactorRule(database, readSettings({ NODE_ENV: 'test', REQUIRE_TOTP_FOR_SUPER_ADMINS: rule }));
  return database;
};
afterAll(async () => {
  for (const database of opened) await database.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

test.each([
  ['off', 'on', 0],
  ['on', 'off', 1],
] as const)(
  'a backup made with the second factor %s leaves a server that has it %s as it is',
  async (made, kept, seen) => {
    const original = await openWith(made);
    const { userId } = await addPerson(original, { superAdmin: true });
    await addSchool(original, 'Far Away');
    const file = path.join(folder, `${made}.jsonl.gz`);
    await backupToFile(original, file);
    const target = await openWith(kept);
    await restoreFromFile(target, file, { replace: true });
    // A super admin who needs a second factor and has none sees no more schools than anybody else.
    const schools = await asPerson(target, userId, (tx) => tx.selectFrom('schools').select('id').execute());
    expect(schools).toHaveLength(seen);
  },
);

test('a server that runs while a backup is restored answers every call afterwards', async () => {
  const url = await newPostgresUrl('migrated');
  const [database, command] = [3, 1].map((pool) => openPostgresDatabase(url, { pool, prepare: true }));
  opened.push(database!, command!);
  const product = await startInProcess({}, database);
  const { token } = await addPerson(database!, { dbManager: true });
  const calls = () => callsAs(product, { token });
  const ask = () => Promise.all([calls().schools.list({}), calls().history.list({}), calls().status.services()]);
  // As often as makes PostgreSQL keep the plans of prepared statements.
  for (let count = 0; count < 8; count += 1) await ask();
  const file = path.join(folder, 'running.jsonl.gz');
  await backupToFile(command!, file);
  await restoreFromFile(command!, file, { replace: true });
  await calls().status.services();
  expect(await calls().session.me()).toBeNull();
  for (let count = 0; count < 3; count += 1) await Promise.allSettled([ask(), calls().status.incidents()]);
  expect(product.logged.filter(({ level }) => level >= 50)).toEqual([]);
});
