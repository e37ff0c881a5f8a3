// Line-ups that are saved under a name.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Calls } from '#contract/index.ts';
import { MAX_SAVED_LINE_UPS } from '#contract/words.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { refused } from './refused.ts';
import { lineFor, smallFile } from './season-school.ts';

let product: InProcess;
let school: Awaited<ReturnType<typeof addSchool>>;
let calls: Calls;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());
beforeEach(async () => {
  school = await addSchool(product.database, `School ${randomUUID()}`);
  calls = callsAs(product, await addPerson(product.database, { roles: { [school.id]: 'primary' } }));
});

const opening = (studentId: string) => ({ part: 'open' as const, studentId, witnessId: null });
const lineUp = (name: string, more: object = {}) => ({
  schoolId: school.id,
  id: randomUUID(),
  teamId: school.teamId,
  side: 'p' as const,
  name,
  parts: [opening(school.studentId)],
  ...more,
});
const saved = () => calls.savedLineUps.ofSchool({ schoolId: school.id });

test('a line-up that is saved twice is there once, and an undone deletion brings it back as it was', async () => {
  const best = lineUp('Our best');
  await calls.savedLineUps.save(best);
  await calls.savedLineUps.save(best);
  for (const another of [{ name: 'Another' }, { parts: [{ ...best.parts[0]!, part: 'close' as const }] }])
    expect(await refused(calls.savedLineUps.save({ ...best, ...another }))).toMatchObject({ code: 'CONFLICT' });
  const { schoolId, id, ...rest } = best;
  expect(await saved()).toEqual([{ id, ...rest }]);
  await calls.savedLineUps.remove({ schoolId, id });
  expect(await saved()).toEqual([]);
  await calls.savedLineUps.save(best);
  expect(await saved()).toEqual([{ id, ...rest }]);
});

test('a name is used once for each team and side, ignoring case and accents', async () => {
  await calls.savedLineUps.save(lineUp('Élan'));
  expect(await refused(calls.savedLineUps.save(lineUp('elan')))).toMatchObject({ code: 'NAME_TAKEN' });
  await calls.savedLineUps.save(lineUp('elan', { side: 'd' }));
  const other = lineUp('Other');
  await calls.savedLineUps.save(other);
  const renaming = calls.savedLineUps.rename({ schoolId: school.id, id: other.id, before: 'Other', name: 'ÉLAN' });
  expect(await refused(renaming)).toMatchObject({ code: 'NAME_TAKEN' });
  expect((await saved()).map(({ name, side }) => `${side} ${name}`).toSorted()).toEqual([
    'd elan',
    'p Other',
    'p Élan',
  ]);
});

test('the second of two people who rename a line-up gets a conflict, and a repeated rename changes nothing', async () => {
  const best = lineUp('Our best');
  await calls.savedLineUps.save(best);
  const rename = (before: string, name: string) =>
    calls.savedLineUps.rename({ schoolId: school.id, id: best.id, before, name });
  await rename('Our best', 'Harvest');
  await rename('Our best', 'Harvest');
  expect(await refused(rename('Our best', 'Frostbite'))).toMatchObject({ code: 'RENAMED' });
  expect((await saved()).map(({ name }) => name)).toEqual(['Harvest']);
  await calls.savedLineUps.remove({ schoolId: school.id, id: best.id });
  expect(await refused(rename('Harvest', 'Frostbite'))).toMatchObject({ code: 'NOT_FOUND' });
});

test('deleting a student removes them from a line-up until they are restored, and deleting a team deletes its line-ups', async () => {
  const { id: schoolId, studentId, teamId } = school;
  await calls.savedLineUps.save(lineUp('Our best'));
  await calls.students.remove({ schoolId, id: studentId });
  expect((await saved())[0]?.parts).toEqual([{ part: 'open', studentId: null, witnessId: null }]);
  await calls.deletedEntries.restore({ schoolId, id: studentId });
  expect((await saved())[0]?.parts).toEqual([opening(studentId)]);
  await calls.teams.remove({ schoolId, id: teamId });
  expect(await saved()).toEqual([]);
  await calls.deletedEntries.restore({ schoolId, id: teamId });
  expect((await saved())[0]?.parts).toEqual([opening(studentId)]);
});

test('undoing an import leaves the team and the students whom somebody has saved in a line-up since', async () => {
  const { id: schoolId } = school;
  await calls.seasonBook.change({ schoolId, version: 0, changed: { keepsBallots: true } });
  const importId = randomUUID();
  await calls.seasonFiles.run({
    schoolId,
    id: importId,
    file: smallFile(lineFor('1', 1, 'open', 'Ann Example', 8), lineFor('1', 1, 'close', 'Bo Example', 8)),
    choices: {},
  });
  const { id: teamId } = (await calls.teams.inSchool({ schoolId })).find(({ name }) => name === 'A Team')!;
  const { id: studentId } = (await calls.students.inSchool({ schoolId })).find(({ name }) => name === 'Ann Example')!;
  await calls.savedLineUps.save(lineUp('Our best', { teamId, parts: [opening(studentId)] }));
  const before = await saved();
  const { names, kept } = await calls.seasonFiles.undo({ schoolId, id: importId });
  expect(names).toMatchObject({ teams: [], students: ['Bo Example'] });
  expect(kept).toEqual([
    { name: 'A Team', isChanged: false },
    { name: 'Ann Example', isChanged: false },
  ]);
  expect(await saved()).toEqual(before);
  await calls.deletedEntries.restore({ schoolId, id: importId });
  expect(await saved()).toEqual(before);
});

test.each(['team', 'student'] as const)('the undo of an added %s leaves it in a line-up', async (subject) => {
  const { id: schoolId } = school;
  const id = randomUUID();
  if (subject === 'team') await calls.teams.changeMany({ schoolId, changes: [{ id, add: { name: 'New' } }] });
  else await calls.students.changeMany({ schoolId, changes: [{ id, add: { name: 'New', teamId: null } }] });
  await calls.savedLineUps.save(lineUp('Our best', subject === 'team' ? { teamId: id } : { parts: [opening(id)] }));
  const before = await saved();
  const undo = { schoolId, changes: [{ id, version: 1, remove: true as const }] };
  expect(await calls[`${subject}s`].changeMany(undo)).toEqual([
    { version: null, refused: 'Other records belong to it now.' },
  ]);
  expect(await saved()).toEqual(before);
});

test('deleting everything of a season book deletes the line-ups too, also those of a deleted team', async () => {
  const { id: schoolId, teamId } = school;
  const second = randomUUID();
  await calls.teams.add({ schoolId, id: second, name: 'Second Team' });
  await calls.savedLineUps.save(lineUp('First'));
  await calls.savedLineUps.save(lineUp('Second', { teamId: second }));
  await calls.teams.remove({ schoolId, id: teamId });
  await calls.seasonBook.deleteEverything({ schoolId });
  expect(await saved()).toEqual([]);
  await calls.deletedEntries.restore({ schoolId, id: teamId });
  expect(await saved()).toEqual([]);
});

test('nobody saves a line-up with another school’s team or student', async () => {
  const other = await addSchool(product.database, `Other ${randomUUID()}`);
  const foreign = [lineUp('Team', { teamId: other.teamId }), lineUp('Student', { parts: [opening(other.studentId)] })];
  for (const each of foreign) expect(await refused(calls.savedLineUps.save(each))).toMatchObject({ code: 'NOT_FOUND' });
  expect(await saved()).toEqual([]);
});

test('a school’s saved line-ups are limited', async () => {
  const { id: schoolId, teamId } = school;
  const names = Array.from({ length: MAX_SAVED_LINE_UPS }, (_, index) => ({
    schoolId,
    teamId,
    side: 'p' as const,
    name: `Line-up ${index}`,
  }));
  await product.database.owner.insertInto('savedLineUps').values(names).execute();
  expect(await refused(calls.savedLineUps.save(lineUp('One more')))).toMatchObject({ code: 'FULL' });
});
