// The calls about a season's figures, and who can make them: comparisons, line-ups, whom to try, and a student's own figures.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Calls } from '#contract/index.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, callsAs, scoresOf } from '../people.ts';
import { addRound, DETAILS, keepingSchool, SEASON } from './season-school.ts';

let product: InProcess;
let schoolId: string;
let of: { schoolId: string; season: string };
let calls: Calls;
let [ann, bea, cal, unscored]: string[] = [];

const addStudent = async (name: string): Promise<string> =>
  (await calls.students.add({ schoolId, id: randomUUID(), name, teamId: null })).id;
const change = (id: string, values: { userId?: string; isArchived?: boolean; classYear?: number }) =>
  product.database.owner.updateTable('students').set(values).where('id', '=', id).execute();

beforeAll(async () => {
  product = await startInProcess();
  const keeping = await keepingSchool(product);
  ({ schoolId, calls } = keeping);
  unscored = keeping.school.studentId;
  of = { schoolId, season: SEASON };
  [ann, bea, cal] = [await addStudent('Ann'), await addStudent('Bea'), await addStudent('Cal')];
  const { tournamentId, teamId } = keeping.school;
  for (const [index, studentId] of [ann, bea, cal].entries()) {
    const { id: roundId, version } = await addRound(calls, { schoolId, tournamentId, teamId, number: index + 1 });
    const parts = [{ part: 'open' as const, studentId, witnessId: null }];
    await calls.rounds.setLineUp({ schoolId, roundId, version, parts });
    const scores = scoresOf(9 - index);
    await calls.keptBallots.keep({ schoolId, id: randomUUID(), roundId, number: 1, judge: '', ...DETAILS, scores });
  }
});
afterAll(() => product.close());

test('two students are compared in the roles of both, and nobody else is in the answer', async () => {
  const compared = await calls.metrics.compare({ ...of, one: bea!, other: ann! });
  const comparisons = [{ a: ann, b: bea, role: 'opening', probability: expect.any(Number) }];
  expect(compared).toEqual({ comparisons, isOutdated: false });
});

test('a line-up has a strength, and a difference only with a second one', async () => {
  const ask = (other?: { open: string }) =>
    calls.metrics.lineUp({ ...of, side: 'p', one: { open: ann! }, ...(other && { other }) });
  const alone = await ask();
  const strength = { sum: expect.any(Number), low: expect.any(Number), high: expect.any(Number) };
  expect(alone).toMatchObject({ one: strength, other: null, difference: null });
  expect(alone?.neverTried).toMatchObject([{ studentId: ann }]);
  expect(alone?.neverTried[0]?.roles).not.toContain('opening');
  expect(alone?.neverTried[0]?.roles).toContain('closing');
  const both = await ask({ open: cal! });
  expect(both).toMatchObject({ one: alone!.one, other: strength, difference: strength });
  expect(both?.difference?.probability).toBeGreaterThan(0.5);
  expect(both?.neverTried.map(({ studentId }) => studentId)).toEqual([ann, cal]);
});

test('a student gets only their own figures, and none of a season without ballots', async () => {
  const person = await addPerson(product.database, { roles: { [schoolId]: 'viewer' } });
  const { metrics } = callsAs(product, person);
  expect(await metrics.own(of)).toEqual([]);
  await change(bea!, { userId: person.userId });
  expect(await metrics.own(of)).toMatchObject([{ studentId: bea, role: 'opening', scores: 1 }]);
  expect(await metrics.own({ schoolId, season: '1998-99' })).toEqual([]);
  // Not those of another sheet.
  expect(await metrics.own({ ...of, sheetId: randomUUID() })).toEqual([]);
});

test('graduates and archived students are not suggested, and a role has at most 20 suggestions', async () => {
  const [archived, graduate] = [await addStudent('Archie'), await addStudent('Grace')];
  const suggested = async () => (await calls.metrics.whomToTry({ ...of, part: 'open' })).map((row) => row.studentId);
  expect(new Set(await suggested())).toEqual(new Set([ann, bea, cal, unscored, archived, graduate]));
  await change(archived, { isArchived: true });
  await change(graduate, { classYear: 2001 });
  expect(new Set(await suggested())).toEqual(new Set([ann, bea, cal, unscored]));
  for (let added = 0; added < 20; added += 1) await addStudent(`Student ${added}`);
  expect(await suggested()).toHaveLength(20);
});

test('staff of a school without ballots get empty figures', async () => {
  const empty = await keepingSchool(product);
  const asked = { schoolId: empty.schoolId, season: SEASON };
  const { metrics } = empty.calls;
  const student = empty.school.studentId;
  expect(await metrics.compare({ ...asked, one: student, other: student })).toBeNull();
  expect(await metrics.lineUp({ ...asked, side: 'p', one: { open: student } })).toBeNull();
  expect(await metrics.whomToTry({ ...asked, part: 'open' })).toEqual([]);
});

test('after one student was restored and another one deleted, the figures are about those who are there', async () => {
  const { calls: staff, schoolId: school, school: world } = await keepingSchool(product);
  const students = [world.studentId, randomUUID(), randomUUID()];
  for (const [index, studentId] of students.entries()) {
    if (index > 0)
      await staff.students.add({ schoolId: school, id: studentId, name: `Student ${index}`, teamId: null });
    const { tournamentId, teamId } = world;
    const { id: roundId, version } = await addRound(staff, {
      schoolId: school,
      tournamentId,
      teamId,
      number: index + 1,
    });
    const parts = [{ part: 'open' as const, studentId, witnessId: null }];
    await staff.rounds.setLineUp({ schoolId: school, roundId, version, parts });
    const ballot = { id: randomUUID(), roundId, number: 1, judge: '', ...DETAILS, scores: scoresOf(9 - index) };
    await staff.keptBallots.keep({ schoolId: school, ...ballot });
  }
  const [one, two, three] = students as [string, string, string];
  const compare = async (a: string, b: string) =>
    (await staff.metrics.compare({ schoolId: school, season: SEASON, one: a, other: b }))?.comparisons;
  await staff.students.remove({ schoolId: school, id: one });
  expect(await compare(two, three)).toHaveLength(1);
  await staff.deletedEntries.restore({ schoolId: school, id: one });
  await staff.students.remove({ schoolId: school, id: two });
  expect(await compare(one, three)).toHaveLength(1);
});
