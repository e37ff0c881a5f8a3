// Backups from before 0.1.0, whose tables were made by other files, are restored into the tables of today.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { backupToFile, restoreFromFile } from '#server/backup/backup-file.ts';
import { hashOfAll } from '#server/backup/backup.ts';
import type { Database } from '#server/database/database.ts';
import { openTestDatabase } from '#test/database.ts';
import { addSchool } from '#test/people.ts';
import { newDatabase } from './databases.ts';

const folder = fs.mkdtempSync(path.join(tmpdir(), 'courtside-older-backups-'));
const opened: Database[] = [];
const kept = async (opening: Promise<Database>): Promise<Database> => {
  const database = await opening;
  opened.push(database);
  return database;
};
afterAll(async () => {
  for (const database of opened) await database.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const fixture = (version: string): string => path.join(import.meta.dirname, `fixtures/${version}.jsonl.gz`);

test.each(['previous-version', 'before-sheets', 'before-order'])('a backup of %s is restored', async (version) => {
  const target = await kept(newDatabase());
  await restoreFromFile(target, fixture(version), { replace: false });
  const count = async (from: string) => {
    const { rows } = await sql.raw<{ n: number }>(`select count(*) as n from ${from}`).execute(target.owner);
    return rows[0]?.n;
  };
  expect(await count('users')).toBe(121);
  expect(await count('kept_ballots')).toBe(83);
  expect(await count('score_corrections')).toBe(1);
  expect(await count('deleted_records')).toBe(1);
  expect(await count("second_factors where secret = 'invented'")).toBe(1);
  expect(await count('kept_ballots b join score_sheets s on (s.id, s.edition) = (b.sheet_id, b.sheet_edition)')).toBe(
    83,
  );
  expect(await count("schools where name = 'Łukasz “quoted” \\ back, a''b, 日本語'")).toBe(1);
  expect(await count('students where former_names is not null')).toBe(version === 'before-order' ? 1 : 0);
});

/** A table of a backup: its line of columns, its rows, and the line with its hash. */
type Lines = { start: { table: string; columns: string[] }; rows: string[] };

/** Writes a copy of the backup whose tables are changed, with the hashes that fit them, and returns its path. */
function rewritten(from: string, change: (table: Lines) => Lines, migrations?: string[]): string {
  const text = gunzipSync(fs.readFileSync(from)).toString();
  const [header = '', ...tables] = text.split(/(?<=\n)(?=\{"table":|\{"end":)/).slice(0, -1);
  const hashes: Parameters<typeof hashOfAll>[0] = [];
  const changed = tables.map((table) => {
    const lines = table.split('\n');
    const { start, rows } = change({ start: JSON.parse(lines[0] ?? '') as Lines['start'], rows: lines.slice(1, -2) });
    const sha256 = createHash('sha256')
      .update(rows.map((row) => `${row}\n`).join(''))
      .digest('hex');
    hashes.push({ table: start.table, rows: rows.length, sha256 });
    return [JSON.stringify(start), ...rows, JSON.stringify({ rows: rows.length, sha256 }), ''].join('\n');
  });
  const begin = migrations ? `${JSON.stringify({ ...(JSON.parse(header) as object), migrations })}\n` : header;
  const file = path.join(folder, `${opened.length}.jsonl.gz`);
  fs.writeFileSync(
    file,
    gzipSync(`${begin}${changed.join('')}${JSON.stringify({ end: true, sha256: hashOfAll(hashes) })}\n`),
  );
  return file;
}

test('comments in the oldest backups belong to the side of their round', async () => {
  const file = rewritten(fixture('previous-version'), ({ start, rows }) => ({
    start,
    rows:
      start.table === 'ballot_scores'
        ? rows.map((row) => row.replace('"{}"', String.raw`"{\"open\": \"Well paced\"}"`))
        : rows,
  }));
  const target = await kept(newDatabase());
  await restoreFromFile(target, file, { replace: false });
  const { rows } = await sql<{ side: string; part: string; comment: string }>`
    select distinct r.side, c.key as part, c.value as comment
      from ballot_scores x join kept_ballots b on b.id = x.ballot_id join rounds r on r.id = b.round_id
        cross join jsonb_each_text(x.comments) c order by 1`.execute(target.owner);
  expect(rows).toEqual(['d', 'p'].map((side) => ({ side, part: `${side} open`, comment: 'Well paced' })));
});

test('a restore takes the former names of students from the history if the backup has none', async () => {
  const database = await kept(openTestDatabase());
  const { id: schoolId } = await addSchool(database, 'Renaming School');
  const students = database.owner.insertInto('students');
  await students.values(['Ada Quill', 'Bo Reed', 'Cy Stone'].map((name) => ({ schoolId, name }))).execute();
  await sql`update students set name = 'Ada Pen' where name = 'Ada Quill'`.execute(database.owner);
  await sql`delete from students where name = 'Cy Stone'`.execute(database.owner);
  const file = path.join(folder, 'today.jsonl.gz');
  await backupToFile(database, file);
  const older = rewritten(
    file,
    ({ start, rows }) => {
      const left = start.columns.filter((column) => !['former_names', 'names'].includes(column));
      const places = left.map((column) => start.columns.indexOf(column));
      const isChanged = left.length < start.columns.length;
      const without = (row: string): string => {
        const values = JSON.parse(row) as unknown[];
        return `[${places.map((place) => JSON.stringify(values[place])).join(', ')}]`;
      };
      return { start: { ...start, columns: left }, rows: isChanged ? rows.map(without) : rows };
    },
    ['001-names.sql', '014-deleted-records.sql'],
  );
  const target = await kept(newDatabase());
  await restoreFromFile(target, older, { replace: false });
  const { rows } = await sql`select name, former_names as former from students where former_names is not null`.execute(
    target.owner,
  );
  expect(rows).toEqual([{ name: 'Ada Pen', former: ['Ada Pen', 'Ada Quill'] }]);
  const deleted = await sql`select label, names from deleted_records`.execute(target.owner);
  expect(deleted.rows).toEqual([{ label: 'Cy Stone', names: ['Cy Stone'] }]);
});
