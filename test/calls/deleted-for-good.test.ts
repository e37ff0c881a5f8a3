// What nobody can restore: records deleted for good, names of students, and ballots that a school no longer keeps.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { cleanUp } from '#server/cleanup.ts';
import { deleteOutdatedBooks } from '#server/season/keep-until.ts';
import { addPerson, callsAs } from '../people.ts';
import { refused } from './refused.ts';
import {
  product,
  target,
  manager,
  staff,
  deletableWorld,
  dump,
  SUBJECTS,
  isEntry,
  idOf,
  remove,
  restore,
  forget,
  listed,
  addCopies,
} from './deletable-world.ts';

deletableWorld();

test.each(SUBJECTS)(
  'the history says who has deleted a %s for good, without the name of a student',
  async (subject) => {
    await remove(subject);
    const [{ label } = { label: '' }] = await listed(subject);
    await forget(subject);
    const { rows } = await callsAs(product, manager).history.list({ recordId: idOf(subject), subject });
    expect(rows.map(({ action }) => action).slice(0, 2)).toEqual(['deleteForGood', 'delete']);
    expect(rows[0]).toMatchObject({
      by: { name: 'Dana Base' },
      label: subject === 'student' ? 'Deleted student' : label,
      parentId: isEntry(subject) ? target.schoolId : null,
      before: null,
      after: null,
    });
  },
);

/** Lets the 30 days of all deleted records be over. */
async function endDays(): Promise<void> {
  const { database, settings } = product;
  await sql`update deleted_records set deleted_at = deleted_at - interval '31 days'`.execute(database.owner);
  const warnings: string[] = [];
  await cleanUp(database, settings, pino({}, { write: (line: string) => void warnings.push(line) }));
  expect(warnings).toEqual([]);
}

describe('a student’s name', () => {
  const name = 'Zebulon Quill';
  beforeEach(async () => {
    const { owner } = product.database;
    await owner.updateTable('students').set({ name }).where('id', '=', target.studentId).execute();
    await sql`update ballot_scores set comments = '{"p open": "Zebulon was calm"}' where ballot_id = ${target.ballotId}::uuid`.execute(
      owner,
    );
    expect(await dump()).toMatch(/Zebulon/);
  });

  test('is in no comment on any of several parts of one round', async () => {
    const { ballotId, roundId, schoolId, studentId } = target;
    const { owner } = product.database;
    await owner.insertInto('roundParts').values({ schoolId, roundId, part: 'close', studentId }).execute();
    await sql`update ballot_scores set comments = '{"p open": "Zebulon was calm", "p close": "Zebulon was loud"}'
      where ballot_id = ${ballotId}::uuid`.execute(owner);
    await callsAs(product, staff).students.anonymize({ schoolId, id: studentId });
    expect(await dump()).not.toMatch(/Zebulon/);
  });

  test('is kept after a deletion for the restore, and is in no table once the student is deleted for good', async () => {
    await remove('student', staff);
    expect(await dump()).toMatch(/Zebulon Quill/);
    await forget('student', staff);
    expect(await dump()).not.toMatch(/Zebulon/);
  });

  test('is in no table when its 30 days are over', async () => {
    await remove('student', staff);
    await endDays();
    expect(await dump()).not.toMatch(/Zebulon/);
  });

  test('is in no table when the 30 days of a tournament with a comment about the student are over too', async () => {
    await sql`update ballot_scores set comments = '{"p open": "Zebulon Quill was calm"}' where ballot_id = ${target.ballotId}::uuid`.execute(
      product.database.owner,
    );
    await remove('tournament', staff);
    await remove('student', staff);
    // Behind the student in the table.
    await sql`update deleted_records set label = label where record_id = ${target.tournamentId}::uuid`.execute(
      product.database.owner,
    );
    await endDays();
    expect(await dump()).not.toMatch(/Zebulon/);
    expect(await listed('tournament', staff)).toEqual([]);
  });

  test('is in no table when the 30 days of many students are over', async () => {
    await remove('student', staff);
    await addCopies(20);
    await endDays();
    expect(await dump()).not.toMatch(/Zebulon/);
    expect(await listed('student', staff)).toEqual([]);
  });

  test('is in no table once the student is anonymized', async () => {
    await callsAs(product, staff).students.anonymize({ schoolId: target.schoolId, id: target.studentId });
    expect(await dump()).not.toMatch(/Zebulon/);
    expect(await listed('student', staff)).toEqual([]);
  });

  test.each(['anonymized', 'deleted for good'])(
    'is in no comment on a ballot deleted before the student was %s',
    async (how) => {
      await remove('tournament', staff);
      if (how === 'anonymized') {
        await callsAs(product, staff).students.anonymize({ schoolId: target.schoolId, id: target.studentId });
      } else {
        await remove('student', staff);
        await forget('student', staff);
      }
      expect(await dump()).not.toMatch(/Zebulon/);
      await restore('tournament', staff);
      expect(await dump()).not.toMatch(/Zebulon/);
    },
  );

  /** Where people write about a student, besides comments on the student's parts. */
  const writeEverywhere = async () => {
    const { owner } = product.database;
    const { ballotId, importId, schoolId } = target;
    const correct = (field: string, reason: string) =>
      sql`insert into score_corrections (ballot_id, school_id, field, after, reason)
        values (${ballotId}::uuid, ${schoolId}::uuid, ${field}, 6, ${reason})`.execute(owner);
    await correct('pOpen', 'Zebulon’s 7 was a 6');
    await correct('dClose', 'Like Quill, Zebulon: misread');
    await sql`update season_imports set file_name = 'fall_zebulon-quill.csv' where id = ${importId}::uuid`.execute(
      owner,
    );
    await sql`update access_requests set note = 'I coach ZEBULON QUILL.' where school_id = ${schoolId}::uuid`.execute(
      owner,
    );
    await sql`update ballot_scores set comments = '{"d open": "Better than Zebulon Quill", "p close": "Warm"}'
      where ballot_id = ${ballotId}::uuid`.execute(owner);
  };

  test.each(['anonymized', 'deleted for good', 'anonymized after the tournament was deleted'])(
    'is in no text that others wrote once the student is %s, and the rest of the text stays',
    async (how) => {
      await writeEverywhere();
      if (how.endsWith('tournament was deleted')) await remove('tournament', staff);
      if (how.startsWith('anonymized')) {
        await callsAs(product, staff).students.anonymize({ schoolId: target.schoolId, id: target.studentId });
      } else {
        await remove('student', staff);
        await forget('student', staff);
      }
      expect(await dump()).not.toMatch(/zebulon.{0,3}quill/i);
      if (how.endsWith('tournament was deleted')) await restore('tournament', staff);
      const calls = callsAs(product, staff);
      const ballots = await calls.keptBallots.ofRound({ schoolId: target.schoolId, roundId: target.roundId });
      const { comments, corrections } = ballots.find(({ id }) => id === target.ballotId)!;
      expect(comments).toEqual({ 'd open': 'Better than a student', 'p close': 'Warm' });
      // The first name alone is removed where it means the student: in reasons for their own scores.
      expect(corrections.slice(-2)).toMatchObject([
        { reason: 'a student’s 7 was a 6' },
        { reason: 'Like a student: misread' },
      ]);
      const [imported] = await calls.seasonFiles.imports({ schoolId: target.schoolId });
      expect(imported).toMatchObject({ fileName: 'fall_a student.csv' });
    },
  );

  test('stays in texts if another student has the same name', async () => {
    await sql`update season_imports set file_name = 'fall_zebulon-quill.csv' where id = ${target.importId}::uuid`.execute(
      product.database.owner,
    );
    await remove('student', staff);
    const { students } = callsAs(product, staff);
    const { id } = await students.add({ schoolId: target.schoolId, id: randomUUID(), name, teamId: null });
    await forget('student', staff);
    expect(await dump()).toMatch(/fall_zebulon-quill.csv/);
    await students.anonymize({ schoolId: target.schoolId, id });
    expect(await dump()).not.toMatch(/zebulon.{0,3}quill/i);
  });

  test('is deleted for good with the school', async () => {
    await remove('student', staff);
    await remove('school');
    await forget('school');
    expect(await dump()).not.toMatch(/Zebulon/);
  });

  test('is deleted for good with a school that has deleted thousands of students', async () => {
    await remove('student', staff);
    await addCopies(5000);
    await remove('school');
    await forget('school');
    expect(await dump()).not.toMatch(/Zebulon|Student 5000/);
  });
});

describe('what a season book has kept', () => {
  const isKept = async (): Promise<boolean> => {
    const { rows } = await sql<{ kept: boolean }>`select count(*) > 0 as kept from deleted_rows
      join deleted_records using (record_id) where school_id = ${target.schoolId}::uuid and table_name = 'ballot_scores'`.execute(
      product.database.owner,
    );
    return rows[0]?.kept ?? false;
  };

  test('Delete everything also permanently deletes it from deleted tournaments and students', async () => {
    const primary = await addPerson(product.database, { roles: { [target.schoolId]: 'primary' } });
    await remove('student', staff);
    await remove('tournament', staff);
    expect(await isKept()).toBe(true);
    await callsAs(product, primary).seasonBook.deleteEverything({ schoolId: target.schoolId });
    expect(await isKept()).toBe(false);
    await restore('tournament', staff);
    await restore('student', staff);
    const { rows } = await sql`select 1 from rounds where school_id = ${target.schoolId}::uuid`.execute(
      product.database.owner,
    );
    expect(rows).toEqual([]);
  });

  test.each(['tournament', 'school'] as const)(
    'is permanently deleted from a deleted %s after its last day',
    async (subject) => {
      await sql`update season_books set keep_until = current_date - 2 where school_id = ${target.schoolId}::uuid`.execute(
        product.database.owner,
      );
      await remove(subject);
      expect(await isKept()).toBe(true);
      await deleteOutdatedBooks(product.database);
      expect(await isKept()).toBe(false);
      expect(await refused(restore(subject))).toEqual({ code: 'none' });
    },
  );
});
