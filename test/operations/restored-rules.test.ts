// What a server's settings say holds on, whatever a restored backup says.
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { backupToFile, restoreFromFile } from '#server/backup/backup-file.ts';
import { asPerson, type Database } from '#server/database/database.ts';
import { readSettings } from '#server/settings.ts';
import { applySecondFactorRule } from '#server/sign-in/second-factor.ts';
import { openTestDatabase } from '#test/database.ts';
import { addPerson, addSchool } from '#test/people.ts';

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
