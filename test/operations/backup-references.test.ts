// Rows of a backup may refer to one another in any order and be very long, and a refusal of the database is not blamed on the file.
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { backupToFile, restoreFromFile } from '#server/backup/backup-file.ts';
import { backup } from '#server/backup/backup.ts';
import type { Database } from '#server/database/database.ts';
import { openTestDatabase } from '#test/database.ts';
import { addSchool } from '#test/people.ts';
import { hashesOf } from './databases.ts';

const folder = fs.mkdtempSync(path.join(tmpdir(), 'courtside-references-'));
const opened: Database[] = [];
const open = async (): Promise<Database> => {
  const database = await openTestDatabase();
  opened.push(database);
  return database;
};
afterAll(async () => {
  for (const database of opened) await database.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

test('a season of 1,200 rounds in which two of the school’s teams met is restored', async () => {
  const original = await open();
  const { id, teamId } = await addSchool(original, 'Large');
  // The ids are random, so half of the rounds come before the one they refer to.
  await sql`with second as (insert into teams (school_id, name) values (${id}, 'Second') returning id),
    played as (insert into tournaments (school_id, name) select ${id}, 'T' || n from generate_series(1, 60) n returning id),
    ours as (insert into rounds (school_id, tournament_id, team_id, number, side, opponent, outcome)
      select ${id}, played.id, ${teamId}, n, 'p', 'Second', 'played' from played cross join generate_series(1, 10) n
      returning id, tournament_id, number)
    insert into rounds (school_id, tournament_id, team_id, number, side, opponent, outcome, shared_with)
      select ${id}, ours.tournament_id, second.id, ours.number, 'd', 'Large One', 'played', ours.id
      from ours cross join second`.execute(original.owner);
  const file = path.join(folder, 'large.jsonl.gz');
  await backupToFile(original, file);
  const target = await open();
  await restoreFromFile(target, file, { replace: false });
  expect(await hashesOf(target)).toEqual(await hashesOf(original));
  // After the restore, references are checked immediately again, not only at the end of a transaction.
  const { rows } = await sql`select conname from pg_constraint where contype = 'f' and condeferrable`.execute(
    target.owner,
  );
  expect(rows).toEqual([]);
});

test('long rows, which deleted schools leave, are held one at a time and restored', async () => {
  const original = await open();
  const { id } = await addSchool(original, 'Undone');
  await sql`with gone as (insert into deleted_records (record_id, subject, label, school_id)
      select gen_random_uuid(), 'import', 'season.csv', ${id} from generate_series(1, 9) returning record_id)
    insert into deleted_rows (record_id, table_name, columns, rows)
      select record_id, 'ballot_scores', '{}', jsonb_build_array(repeat('x', 1200000)) from gone`.execute(
    original.owner,
  );
  let most = 0;
  for await (const text of backup(original)) most = Math.max(most, text.length);
  expect(most).toBeLessThan(3_000_000);
  const file = path.join(folder, 'long.jsonl.gz');
  await backupToFile(original, file);
  const target = await open();
  await restoreFromFile(target, file, { replace: false });
  expect(await hashesOf(target)).toEqual(await hashesOf(original));
});

test('a row that violates a constraint is named, and the error doesn’t claim that the file was changed', async () => {
  const original = await open();
  const { id } = await addSchool(original, 'Broken');
  await sql.raw(await withoutReferences(original, 'students')).execute(original.owner);
  await sql`insert into students (school_id, team_id, name) values (${id}, gen_random_uuid(), 'Nobody’s')`.execute(
    original.owner,
  );
  const file = path.join(folder, 'broken.jsonl.gz');
  await backupToFile(original, file);
  const target = await open();
  const before = await hashesOf(target);
  const restoring = restoreFromFile(target, file, { replace: false });
  await expect(restoring).rejects.toThrow(/^The database refuses a row in the table students: .*foreign key/);
  expect(await hashesOf(target)).toEqual(before);
});

/** A statement that drops the references of a table. */
async function withoutReferences({ owner }: Database, table: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select conname as name from pg_constraint
    where contype = 'f' and conrelid = ${table}::regclass and confrelid <> 'schools'::regclass`.execute(owner);
  return `alter table ${table} ${rows.map(({ name }) => `drop constraint ${name}`).join(', ')}`;
}
