// What is forgotten for good while something else of the school is restored, is undone, or waits for the cleanup.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { cleanUp } from '#server/cleanup.ts';
import { untilBlocked } from '../until-blocked.ts';
import { addPerson, callsAs, scoresOf } from '../people.ts';
import {
  deletableWorld,
  dump,
  forget,
  idOf,
  listed,
  product,
  remove,
  restore,
  staff,
  target,
} from './deletable-world.ts';

deletableWorld();

const cleanup = () => cleanUp(product.database, product.settings, pino({ level: 'silent' }));
const endDays = (id: string) =>
  sql`update deleted_records set deleted_at = deleted_at - interval '31 days' where record_id = ${id}::uuid`.execute(
    product.database.owner,
  );

const HOW: Record<string, () => Promise<unknown>> = {
  anonymized: () => callsAs(product, staff).students.anonymize({ schoolId: target.schoolId, id: target.studentId }),
  'deleted for good': () => forget('student', staff),
  'forgotten after 30 days': cleanup,
};

test.each(Object.keys(HOW))(
  'a tournament that is restored while a student is %s brings no comment with the student’s name back',
  async (how) => {
    const { owner } = product.database;
    const { ballotId, caseId, studentId } = target;
    await owner.updateTable('students').set({ name: 'Zebulon Quill' }).where('id', '=', studentId).execute();
    await sql`update ballot_scores set comments = '{"d open": "Better than Zebulon Quill"}' where ballot_id = ${ballotId}::uuid`.execute(
      owner,
    );
    if (how !== 'anonymized') await remove('student', staff);
    if (how === 'forgotten after 30 days') await endDays(studentId);
    await remove('tournament', staff);
    const both = await owner.transaction().execute(async (tx) => {
      // The restored tournament waits for its case.
      await sql`select from cases where id = ${caseId}::uuid for update`.execute(tx);
      const restoring = restore('tournament', staff);
      await untilBlocked(product.database);
      const forgetting = HOW[how]!();
      await Promise.race([forgetting, untilBlocked(product.database, 2)]);
      return [restoring, forgetting];
    });
    await Promise.all(both);
    expect(await dump()).toContain('Better than a student');
    expect(await dump()).not.toMatch(/Zebulon Quill/);
  },
);

test.each([false, true])(
  'a comment about a student who is deleted for good leaves an undone import; restored after the undo: %s',
  async (isRestored) => {
    const { owner } = product.database;
    const { schoolId, roundId, importId } = target;
    const id = randomUUID();
    const ballot = { id, schoolId, roundId, number: 9, source: 'file', importId } as const;
    await owner.insertInto('keptBallots').values(ballot).execute();
    const scores = JSON.stringify(scoresOf(7)) as never;
    const comments = { 'p open': 'Always calm' };
    await owner.insertInto('ballotScores').values({ ballotId: id, schoolId, scores, comments }).execute();
    if (isRestored) await remove('student', staff);
    const undone = { schoolId, id: importId };
    expect(await callsAs(product, staff).seasonFiles.undo(undone)).toMatchObject({ deleted: { ballots: 1 } });
    if (isRestored) await restore('student', await addPerson(product.database, { superAdmin: true }));
    expect(await dump()).toMatch(/Always calm/);
    await remove('student', staff);
    await forget('student', staff);
    expect(await dump()).not.toMatch(/Always calm/);
  },
);

test('a record that was deleted again while the cleanup forgot others can still be restored', async () => {
  const { owner } = product.database;
  await remove('student', staff);
  await remove('case');
  for (const subject of ['student', 'case'] as const) await endDays(idOf(subject));
  const cleaning = await owner.transaction().execute(async (tx) => {
    await sql`select from deleted_records where record_id = ${target.studentId}::uuid for update`.execute(tx);
    const waiting = cleanup();
    await untilBlocked(product.database);
    await sql`update deleted_records set deleted_at = now() where record_id = ${target.caseId}::uuid`.execute(owner);
    return { waiting };
  });
  await cleaning.waiting;
  expect(await listed('student', staff)).toEqual([]);
  await restore('case');
});
