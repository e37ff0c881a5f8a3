// The name of a student who came with an undone import leaves the texts that others wrote, once the import can no longer be restored.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Calls } from '#contract/index.ts';
import { cleanUp } from '#server/cleanup.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { scoresOf } from '../people.ts';
import { addRound, DETAILS, fileOf, HEADER, keepingSchool, lineFor } from './season-school.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

let schoolId: string;
let calls: Calls;
let importId: string;
let ballotId: string;
/** A school's own ballot with comments about students of an import that was undone, and of another one. */
beforeEach(async () => {
  const { school, ...keeping } = await keepingSchool(product);
  ({ schoolId, calls } = keeping);
  [importId, ballotId] = [randomUUID(), randomUUID()];
  const { tournamentId, teamId } = school;
  const { id: roundId } = await addRound(calls, { schoolId, tournamentId, teamId, number: 9 });
  const comments = { 'p open': 'Better than QUILL, Zebulon and Mary OBrien.', 'p close': 'As good as Ann Other.' };
  const ballot = { schoolId, id: ballotId, roundId, number: 1, judge: '', scores: scoresOf(5) };
  await calls.keptBallots.keep({ ...ballot, ...DETAILS, comments });
  const of = (...names: string[]) =>
    [HEADER, ...names.map((name, at) => lineFor(String(at + 1), 1, 'open', name, 8))].join('\n');
  const run = (id: string, text: string, name: string) =>
    calls.seasonFiles.run({ schoolId, id, file: fileOf(text, name), choices: {} });
  const later = randomUUID();
  await run(later, of('Bo Example'), 'zebulonquill.csv');
  await calls.seasonFiles.undo({ schoolId, id: later });
  await run(importId, of('Zebulon Quill', "Mary O'Brien", 'Ann Other'), 'fall.csv');
  await calls.seasonFiles.undo({ schoolId, id: importId });
  await calls.students.add({ schoolId, id: randomUUID(), name: 'Ann Other', teamId: null });
});

const commentsNow = async () => {
  const { owner } = product.database;
  const found = owner.selectFrom('ballotScores').select('comments').where('ballotId', '=', ballotId);
  return (await found.executeTakeFirstOrThrow()).comments;
};
const FORGOTTEN = { 'p open': 'Better than a student and a student.', 'p close': 'As good as Ann Other.' };
const labels = async () => (await calls.deletedEntries.inSchool({ schoolId })).map(({ label }) => label);

test('when its 30 days are over', async () => {
  await sql`update deleted_records set deleted_at = now() - interval '31 days' where record_id = ${importId}`.execute(
    product.database.owner,
  );
  await cleanUp(product.database, product.settings, pino({ level: 'silent' }));
  expect(await commentsNow()).toEqual(FORGOTTEN);
  expect(await labels()).toEqual(['a student.csv']);
});

test('when it is deleted for good', async () => {
  await calls.deletedEntries.deleteForGood({ schoolId, id: importId });
  expect(await commentsNow()).toEqual(FORGOTTEN);
  expect(await labels()).toEqual(['a student.csv']);
});

test('but not when it is restored', async () => {
  const [other] = (await calls.students.inSchool({ schoolId })).filter(({ name }) => name === 'Ann Other');
  await calls.students.remove({ schoolId, id: other!.id });
  const before = await commentsNow();
  await calls.deletedEntries.restore({ schoolId, id: importId });
  expect(await commentsNow()).toEqual(before);
});

test('teams, opponents and judges whose names a mixed-up file gave to students keep them', async () => {
  const id = randomUUID();
  const students = ['A Team', 'Quill Zebulon', 'Hope College', 'Ada Judge'].map((name, at) =>
    lineFor(String(at + 1), 1, 'open', name, 8),
  );
  await calls.seasonFiles.run({ schoolId, id, file: fileOf([HEADER, ...students].join('\n')), choices: {} });
  await calls.seasonFiles.undo({ schoolId, id });
  await calls.teams.add({ schoolId, id: randomUUID(), name: 'A Team' });
  await calls.teams.add({ schoolId, id: randomUUID(), name: 'Zebulon Quill’s team' });
  const { owner } = product.database;
  await owner.updateTable('keptBallots').set({ judge: 'Ada Judge' }).where('id', '=', ballotId).execute();
  await owner.updateTable('rounds').set({ opponent: 'Hope College' }).where('schoolId', '=', schoolId).execute();
  await calls.deletedEntries.deleteForGood({ schoolId, id });
  const names = (await calls.teams.inSchool({ schoolId })).map(({ name }) => name);
  expect(names).toContain('A Team');
  expect(names).toContain('a student’s team');
  const ballot = owner.selectFrom('keptBallots').select('judge').where('id', '=', ballotId);
  expect(await ballot.executeTakeFirst()).toEqual({ judge: 'Ada Judge' });
  const round = owner.selectFrom('rounds').select('opponent').where('schoolId', '=', schoolId);
  expect(await round.executeTakeFirst()).toEqual({ opponent: 'Hope College' });
});
