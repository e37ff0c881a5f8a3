// Deleting a record and restoring it changes nothing of it, nor of what belongs to it: what people did before can still be undone, and
// open forms can still be saved.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Calls } from '#contract/index.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, callsAs } from '../people.ts';
import { refused } from './refused.ts';
import { fileOf, HEADER, keepingSchool, lineFor, SEASON, smallFile } from './season-school.ts';

let product: InProcess;
let manager: Calls;
beforeAll(async () => {
  product = await startInProcess();
  manager = callsAs(product, await addPerson(product.database, { dbManager: true }));
});
afterAll(() => product.close());

let schoolId: string;
let calls: Calls;
let importId: string;
/** A school whose whole season came with one import. */
beforeEach(async () => {
  ({ schoolId, calls } = await keepingSchool(product));
  importId = randomUUID();
  const file = smallFile(lineFor('1', 1, 'open', 'Ann Imported', 8), lineFor('1', 2, 'open', 'Ann Imported', 7));
  await calls.seasonFiles.run({ schoolId, id: importId, file, choices: {} });
});

type Entry = 'teams' | 'students' | 'tournaments';
const imported = async (of: Entry) => {
  const name = { teams: 'A Team', students: 'Ann Imported', tournaments: 'Harvest' }[of];
  return (await calls[of].inSchool({ schoolId })).find((each) => each.name === name)!;
};
const again: Record<Entry | 'schools', () => Promise<unknown>> = {
  schools: async () => {
    await manager.schools.remove({ schoolId });
    await manager.deletedRecords.restore({ id: schoolId });
  },
  teams: () => entryAgain('teams'),
  students: () => entryAgain('students'),
  tournaments: () => entryAgain('tournaments'),
};
async function entryAgain(of: Entry): Promise<void> {
  const { id } = await imported(of);
  await calls[of].remove({ schoolId, id });
  await calls.deletedEntries.restore({ schoolId, id });
}

test.each(['schools', 'teams', 'students', 'tournaments'] as const)(
  'an import is undone after one of its %s was deleted and restored',
  async (of) => {
    await again[of]();
    expect(await calls.seasonFiles.undo({ schoolId, id: importId })).toMatchObject({
      deleted: { ballots: 2, rounds: 1, tournaments: 1, teams: 1, students: 1 },
      kept: [],
    });
  },
);

test('an import with comments is undone after the student whom they are about was deleted and restored', async () => {
  const file = fileOf([`${HEADER},comment`, `${lineFor('7', 1, 'open', 'Cy Commented', 8)},Calm`].join('\n'));
  await calls.seasonFiles.run({ schoolId, id: randomUUID(), file, choices: {} });
  const { id } = (await calls.students.inSchool({ schoolId })).find(({ name }) => name === 'Cy Commented')!;
  await calls.students.remove({ schoolId, id });
  await calls.deletedEntries.restore({ schoolId, id });
  const [latest] = await calls.seasonFiles.imports({ schoolId });
  const { ballots } = await calls.seasonBook.season({ schoolId, season: SEASON });
  expect(ballots).toHaveLength(3);
  expect(await calls.seasonFiles.undo({ schoolId, id: latest!.id })).toMatchObject({
    deleted: { ballots: 1 },
    kept: [],
  });
});

test('an import with comments is undone after a name was forgotten in them', async () => {
  const file = fileOf(
    [`${HEADER},comment`, `${lineFor('7', 1, 'open', 'Cy Commented', 8)},Better than Ann Imported`].join('\n'),
  );
  const id = randomUUID();
  await calls.seasonFiles.run({ schoolId, id, file, choices: {} });
  await calls.students.anonymize({ schoolId, id: (await imported('students')).id });
  expect(await calls.seasonFiles.undo({ schoolId, id })).toMatchObject({ deleted: { ballots: 1 }, kept: [] });
});

test('an import is undone after the team of its student was deleted', async () => {
  const { id } = await imported('teams');
  await calls.teams.remove({ schoolId, id });
  expect(await calls.seasonFiles.undo({ schoolId, id: importId })).toMatchObject({
    deleted: { ballots: 2, rounds: 1, tournaments: 1, teams: 0, students: 1 },
    kept: [],
  });
});

test.each(['schools', 'teams', 'students'] as const)(
  'a change of many students is undone after %s were deleted and restored, and an open form is saved',
  async (of) => {
    const { id, version } = await imported('students');
    const { id: teamId } = await imported('teams');
    const changeMany = (changed: object, at: number) =>
      calls.students.changeMany({ schoolId, changes: [{ id, version: at, changed }] });
    const [moved] = await changeMany({ teamId }, version);
    await again[of]();
    expect(await changeMany({ teamId: null }, moved!.version!)).toMatchObject([{ refused: null }]);
    const form = await imported('students');
    await again[of]();
    expect(
      await refused(calls.students.update({ schoolId, id, version: form.version, changed: { name: 'Ann Renamed' } })),
    ).toEqual({ code: 'none' });
  },
);

test('an open form does not bring back a comment that was forgotten while its ballot was deleted', async () => {
  const { ballots } = await calls.seasonBook.season({ schoolId, season: SEASON });
  const { id, version } = ballots[0]!;
  const comments = { 'p close': 'Better than Ann Imported' };
  const form = await calls.keptBallots.update({ schoolId, id, version, changed: { comments } });
  const { id: tournamentId } = await imported('tournaments');
  const student = await imported('students');
  await calls.tournaments.remove({ schoolId, id: tournamentId });
  await calls.students.anonymize({ schoolId, id: student.id });
  await calls.deletedEntries.restore({ schoolId, id: tournamentId });
  const saved = calls.keptBallots.update({ schoolId, id, version: form.version, changed: { comments } });
  expect(await refused(saved)).toMatchObject({ code: 'CHANGED_MEANWHILE' });
});

test('a form that was opened while a student was deleted does not take the restored comments away', async () => {
  const roundId = (await calls.seasonBook.season({ schoolId, season: SEASON })).rounds[0]!.id;
  const ballot = async () => (await calls.keptBallots.ofRound({ schoolId, roundId }))[0]!;
  const { id, version } = await ballot();
  await calls.keptBallots.update({ schoolId, id, version, changed: { comments: { 'p open': 'Calm' } } });
  const student = await imported('students');
  await calls.students.remove({ schoolId, id: student.id });
  const form = await ballot();
  await calls.deletedEntries.restore({ schoolId, id: student.id });
  const changed = { comments: { ...form.comments, 'p close': 'Loud' } };
  const saved = calls.keptBallots.update({ schoolId, id, version: form.version, changed });
  expect(await refused(saved)).toMatchObject({ code: 'CHANGED_MEANWHILE' });
  expect((await ballot()).comments).toEqual({ 'p open': 'Calm' });
});

test('the history of a deleted and restored team names no change of its rounds', async () => {
  await again.teams();
  const { owner } = product.database;
  const changes = owner.selectFrom('changes').select(['subject', 'action']).where('parentId', '=', schoolId);
  const ofRounds = changes.where('subject', 'in', ['round', 'team']).orderBy('id');
  expect(await ofRounds.execute()).toEqual([
    { subject: 'team', action: 'create' },
    { subject: 'team', action: 'create' },
    { subject: 'round', action: 'create' },
    { subject: 'team', action: 'delete' },
    { subject: 'team', action: 'restore' },
  ]);
});
