// What the history says about teams, students and tournaments that came with an import.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startInProcess, type InProcess } from '../in-process.ts';
import { keepingSchool, lineFor, smallFile } from './season-school.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

const changesOf = (schoolId: string) =>
  product.database.owner
    .selectFrom('changes')
    .select(['subject', 'action', 'before', 'after'])
    .where('parentId', '=', schoolId)
    .where('subject', 'in', ['team', 'student', 'tournament'])
    .orderBy('id')
    .execute();

test.each(['undoing the import', 'deleting everything'])('%s changes no record in the history', async (how) => {
  const { schoolId, calls } = await keepingSchool(product);
  const id = randomUUID();
  const ann = lineFor('R1', 1, 'open', 'Ann Imported', 8);
  await calls.seasonFiles.run({ schoolId, id, file: smallFile(ann), choices: {} });
  const student = async () => (await calls.students.inSchool({ schoolId })).find(({ name }) => name === 'Ann Imported');
  const imported = await student();
  // A change by hand is in the history, and keeps the student when the import is undone.
  const changed = { classYear: 2027 };
  const edited = await calls.students.update({ schoolId, id: imported!.id, version: imported!.version, changed });
  const isUndo = how === 'undoing the import';
  if (isUndo) await calls.seasonFiles.undo({ schoolId, id });
  else await calls.seasonBook.deleteEverything({ schoolId });
  const history = await changesOf(schoolId);
  expect(JSON.stringify(history)).not.toContain('importId');
  expect(history.filter(({ action }) => action === 'update')).toMatchObject([
    { subject: 'student', after: { classYear: 2027 } },
  ]);
  // A form that was opened before can still be saved.
  expect(await student()).toEqual(edited);
});

test('undoing and restoring an import changes none of the rounds and ballots that stay', async () => {
  const { schoolId, calls } = await keepingSchool(product);
  const id = randomUUID();
  await calls.seasonFiles.run({
    schoolId,
    id,
    file: smallFile(lineFor('R1', 1, 'open', 'Ann Imported', 8)),
    choices: {},
  });
  const [season = ''] = await calls.seasonBook.seasons({ schoolId });
  const [ballot] = (await calls.keptBallots.inSeason({ schoolId, season })).rows;
  const scores = [{ field: 'pOpen', score: 9 }] as const;
  await calls.keptBallots.correct({
    schoolId,
    id: ballot!.id,
    version: ballot!.version,
    scores: [...scores],
    reason: 'Misread',
  });
  const updates = async () =>
    (
      await product.database.owner
        .selectFrom('changes')
        .select(['subject', 'recordId'])
        .where('parentId', '=', schoolId)
        .where('action', '=', 'update')
        .execute()
    ).length;
  const before = await updates();
  await calls.seasonFiles.undo({ schoolId, id });
  await calls.deletedEntries.restore({ schoolId, id });
  expect(await updates()).toBe(before);
});
