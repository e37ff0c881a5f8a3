// A backup restores every row, even from an older version. Incomplete backups are rejected.
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { backupToFile, backupToStream, restoreFromFile } from '#server/backup/backup-file.ts';
import type { Database } from '#server/database/database.ts';
import { migrateIn, migrationNames } from '#server/database/migrate.ts';
import { openTestDatabase } from '#test/database.ts';
import { addPerson, addSchool } from '#test/people.ts';
import { fillWithOddities, hashesOf, newDatabase } from './databases.ts';

const folder = fs.mkdtempSync(path.join(tmpdir(), 'courtside-backups-'));
const opened: Database[] = [];
const open = async (): Promise<Database> => {
  const database = await newDatabase();
  opened.push(database);
  return database;
};
afterAll(async () => {
  for (const database of opened) await database.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const filled = async (): Promise<Database> => {
  const database = await openTestDatabase();
  opened.push(database);
  await fillWithOddities(database);
  return database;
};
// A backup only reads its database, so the source is filled once.
let filledOnce: Promise<Database> | undefined;
const source = (): Promise<Database> => (filledOnce ??= filled());
const fileOf = (name: string): string => path.join(folder, `${name}.jsonl.gz`);

test('a backup restores every row', async () => {
  const original = await source();
  const file = fileOf('every-row');
  const sent = await backupToFile(original, file);
  expect(sent.find(({ table }) => table === 'users')?.rows).toBe(1100);
  const target = await open();
  await restoreFromFile(target, file, { replace: false });
  expect(await hashesOf(target)).toEqual(await hashesOf(original));
  // The restored database works: its constraints and triggers are active again.
  const changed = await sql<{
    version: number;
  }>`update schools set name = 'New' where name = 'null' returning version`.execute(target.owner);
  expect(changed.rows[0]?.version).toBe(2);
});

test('a backup of an older version is restored and then migrated', async () => {
  const older = await open();
  const before = migrationNames().filter((name) => name < '012-history.sql');
  await older.owner.transaction().execute((tx) => migrateIn(tx, before));
  await fillWithOddities(older);
  const file = fileOf('older');
  await backupToFile(older, file);
  const target = await open();
  await restoreFromFile(target, file, { replace: false });
  const seen = await sql<{ name: string }>`select name from migrations order by name`.execute(target.owner);
  expect(seen.rows.map(({ name }) => name)).toEqual(migrationNames());
  const users = (await hashesOf(target)).find(({ table }) => table === 'users');
  expect(users?.rows).toBe(1100);
});

test('a restore replaces a database with data only if asked to', async () => {
  const file = fileOf('replace');
  await backupToFile(await source(), file);
  const target = await filled();
  const before = await hashesOf(target);
  await expect(restoreFromFile(target, file, { replace: false })).rejects.toThrow('--replace');
  expect(await hashesOf(target)).toEqual(before);
  await restoreFromFile(target, file, { replace: true });
  expect(await hashesOf(target)).toEqual(await hashesOf(await source()));
});

test('a backup that was cut off, changed or made by a newer version restores nothing', async () => {
  const file = fileOf('broken');
  await backupToFile(await source(), file);
  const whole = fs.readFileSync(file);
  const text = gunzipSync(whole).toString();
  const target = await openTestDatabase();
  opened.push(target);
  const before = await hashesOf(target);
  const refused = async (bytes: Buffer, sentence: RegExp) => {
    fs.writeFileSync(file, bytes);
    await expect(restoreFromFile(target, file, { replace: false })).rejects.toThrow(sentence);
    expect(await hashesOf(target)).toEqual(before);
  };
  await refused(whole.subarray(0, whole.length / 2), /not a complete Courtside backup/);
  await refused(gzipSync(text.slice(0, text.length / 2).replace(/[^\n]*$/, '')), /ends too early/);
  await refused(gzipSync(text.replace('Person 77', 'Person 78')), /was changed after it was made/);
  await refused(gzipSync(text.replace('017-enter.sql', '999-future.sql')), /newer Courtside/);
  await refused(Buffer.from('nothing of the kind'), /not a complete Courtside backup/);
  await refused(gzipSync('{"hello":1}\n'), /not a backup/);
  // Rows whose values don't fit their columns, and lines that aren't JSON.
  await refused(gzipSync(text.replace(/2026-01-01 [^"]*/, 'yesterday')), /was changed after it was made \(users\)/);
  await refused(gzipSync(text.replace('Person 77"', 'Person 77')), /was changed after it was made/);
  await refused(gzipSync(text.replace('{"rows":', '{"rows"')), /was changed after it was made/);
  await refused(gzipSync(text.replace('{"table":', '{"table"')), /was changed after it was made/);
});

test('a backup is consistent even while rows are being written', async () => {
  const database = await filled();
  const file = fileOf('moment');
  const writing = { stopped: false };
  const writer = (async () => {
    // Both rows of a pair are written together, so a backup with only one of them is inconsistent.
    for (let index = 0; !writing.stopped; index += 1) {
      const name = `Pair ${index}`;
      await database.owner
        .insertInto('schools')
        .values([
          { name, shortName: 'one' },
          { name, shortName: 'two' },
        ])
        .execute();
    }
  })();
  for (let index = 0; index < 5; index += 1) {
    await backupToFile(database, file);
    const lines = gunzipSync(fs.readFileSync(file))
      .toString()
      .split('\n')
      .filter((line) => line.includes('"Pair '));
    expect(lines.length % 2).toBe(0);
  }
  writing.stopped = true;
  await writer;
});

test('a full disk ends the backup and leaves the database working', async () => {
  const database = await openTestDatabase();
  opened.push(database);
  const slowly = database.owner.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => new Promise((resolve) => setTimeout(resolve, 50, result)),
  });
  // Random names, because text that compresses well would not reach the disk before the end.
  await sql`insert into schools (name, short_name) select string_agg(gen_random_uuid()::text, ''), n::text
    from generate_series(1, 2000) as n, generate_series(1, 5) group by n`.execute(database.owner);
  const full = fs.createWriteStream('/dev/full');
  await expect(backupToStream({ ...database, owner: slowly }, full)).rejects.toThrow('ENOSPC');
  const answered = database.owner.selectFrom('users').select('id').limit(1).execute();
  const late = new Promise((resolve) => setTimeout(resolve, 10_000, 'no answer'));
  expect(await Promise.race([answered, late])).toEqual([]);
});

test('a backup follows no symbolic link and doesn’t reuse the mode of an existing file', async () => {
  const victim = path.join(folder, 'victim.txt');
  fs.writeFileSync(victim, 'mine', { mode: 0o644 });
  const file = fileOf('linked');
  fs.symlinkSync(victim, file);
  fs.symlinkSync(victim, `${file}.part`);
  await backupToFile(await source(), file);
  expect(fs.readFileSync(victim, 'utf8')).toBe('mine');
  expect(fs.lstatSync(file).isFile()).toBe(true);
  // eslint-disable-next-line no-bitwise -- the permission bits of a file are bits
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(folder).filter((name) => /^linked.*-.*part$/.test(name))).toEqual([]);
});

test('a backup contains no sessions, and a restore removes all sessions', async () => {
  const database = await filled();
  const { token = '' } = await addPerson(database);
  const file = fileOf('sessions');
  await backupToFile(database, file);
  expect(gunzipSync(fs.readFileSync(file)).toString()).not.toMatch(new RegExp(`${token}|"table":"sessions"`));
  await restoreFromFile(database, file, { replace: true });
  expect(await database.owner.selectFrom('sessions').select('id').execute()).toEqual([]);
});

test('a backup contains no links, and a restore makes earlier ones useless', async () => {
  const database = await filled();
  const { userId } = await addPerson(database);
  const { id: schoolId } = await addSchool(database, 'Linked School');
  const file = fileOf('links');
  const tokenHash = sql<Uint8Array>`sha256('a link')`;
  await database.owner.insertInto('passwordResets').values({ userId, tokenHash }).execute();
  await database.owner.insertInto('invitations').values({ email: 'nia@example.test', schoolId, tokenHash }).execute();
  await backupToFile(database, file);
  expect(gunzipSync(fs.readFileSync(file)).toString()).not.toMatch(/"table":"(?:invitations|password_resets)"/);
  await restoreFromFile(database, file, { replace: true });
  expect(await database.owner.selectFrom('passwordResets').select('userId').execute()).toEqual([]);
  expect(await database.owner.selectFrom('invitations').select('id').execute()).toEqual([]);
});
