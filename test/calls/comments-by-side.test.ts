// A judge's comment is about a part of one side: only the student who had that part can read it.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Side } from '#ballot/form.ts';
import type { Calls } from '#contract/index.ts';
import { PARTS, sidePart } from '#metrics/scores.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, callsAs, scoresOf } from '../people.ts';
import { addRound, DETAILS, keepingSchool } from './season-school.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

/** A student who signs in. */
type Student = { id: string; calls: Calls };
let schoolId: string;
let staff: Calls;
let of: { schoolId: string; tournamentId: string; teamId: string };
let otherTeamId: string;
let [pia, dan]: Student[] = [];
beforeEach(async () => {
  const { school, ...keeping } = await keepingSchool(product);
  ({ schoolId, calls: staff } = keeping);
  of = { schoolId, tournamentId: school.tournamentId, teamId: school.teamId };
  ({ id: otherTeamId } = await staff.teams.add({ schoolId, id: randomUUID(), name: 'Other team' }));
  const student = async (name: string): Promise<Student> => {
    const person = await addPerson(product.database, { roles: { [schoolId]: 'viewer' } });
    const { id, version } = await staff.students.add({ schoolId, id: randomUUID(), name, teamId: null });
    await staff.students.update({ schoolId, id, version, changed: { userId: person.userId } });
    return { id, calls: callsAs(product, person) };
  };
  [pia, dan] = [await student('Pia Plaintiff'), await student('Dan Defense')];
});

const opens = async (roundId: string, { id: studentId }: Student) => {
  const { version = 1 } = (await roundsNow()).find(({ id }) => id === roundId) ?? {};
  await staff.rounds.setLineUp({
    schoolId,
    roundId,
    version,
    parts: [{ part: 'open', studentId, witnessId: null }],
  });
};
const roundsNow = async () => {
  const [season = ''] = await staff.seasonBook.seasons({ schoolId });
  return (await staff.seasonBook.season({ schoolId, season })).rounds;
};
const EVERY_COMMENT = Object.fromEntries(
  (['p', 'd'] as const).flatMap((side) => PARTS.map((part) => [sidePart(side, part), `On ${side} ${part}`])),
);
const keep = (roundId: string, comments: object, number = 1) =>
  staff.keptBallots.keep({
    schoolId,
    id: randomUUID(),
    roundId,
    number,
    judge: '',
    ...DETAILS,
    comments,
    scores: scoresOf(5),
  });
const readBy = async ({ calls }: Student): Promise<(string | null)[]> =>
  (await calls.ownScores.inSchool({ schoolId })).map(({ comment }) => comment);
const commentsNow = async (roundId: string) =>
  (await staff.keptBallots.ofRound({ schoolId, roundId })).map(({ comments }) => comments);
const editSide = async (roundId: string, side: Side) => {
  const { version = 1 } = (await roundsNow()).find(({ id }) => id === roundId) ?? {};
  await staff.rounds.update({ schoolId, id: roundId, version, changed: { side } });
};

test.each(['P', 'D'])(
  'when two own teams met and %s’s side is edited, each student reads the comment on their own part',
  async (edited) => {
    const p = await addRound(staff, { ...of, opponentTeamId: otherTeamId });
    const d = (await roundsNow()).find(({ sharedWith }) => sharedWith === p.id)!;
    await opens(p.id, pia!);
    await opens(d.id, dan!);
    await keep(d.id, EVERY_COMMENT);
    expect(await readBy(pia!)).toEqual(['On p open']);
    expect(await readBy(dan!)).toEqual(['On d open']);
    // The sides change: the teams' students have the other side's parts from then on, as with the scores.
    await (edited === 'P' ? editSide(p.id, 'd') : editSide(d.id, 'p'));
    expect(await commentsNow(p.id)).toEqual([EVERY_COMMENT]);
    expect(await readBy(pia!)).toEqual(['On d open']);
    expect(await readBy(dan!)).toEqual(['On p open']);
  },
);

test('when a round is joined with the other team’s, comments on its ballots stay about the same student', async () => {
  const d = await addRound(staff, { ...of, teamId: otherTeamId, side: 'd' });
  await opens(d.id, dan!);
  await keep(d.id, { 'd open': 'On Dan' });
  const p = await addRound(staff, { ...of, opponentTeamId: otherTeamId });
  await opens(p.id, pia!);
  expect(await commentsNow(p.id)).toEqual([{ 'd open': 'On Dan' }]);
  expect([await readBy(pia!), await readBy(dan!)]).toEqual([[null], ['On Dan']]);
});

test.each(['anonymized', 'deleted'])('a student who is %s loses only the comments on their own parts', async (how) => {
  const p = await addRound(staff, { ...of, opponentTeamId: otherTeamId });
  const d = (await roundsNow()).find(({ sharedWith }) => sharedWith === p.id)!;
  await opens(p.id, pia!);
  await opens(d.id, dan!);
  await keep(p.id, EVERY_COMMENT);
  if (how === 'deleted') await staff.students.remove({ schoolId, id: dan!.id });
  else await staff.students.anonymize({ schoolId, id: dan!.id });
  const { 'd open': _, ...others } = EVERY_COMMENT;
  expect(await commentsNow(p.id)).toEqual([others]);
  expect(await readBy(pia!)).toEqual(['On p open']);
  if (how === 'anonymized') return;
  await staff.deletedEntries.restore({ schoolId, id: dan!.id });
  expect(await commentsNow(p.id)).toEqual([EVERY_COMMENT]);
});

test('comments about a restored student come back, except to a part that another student has been given', async () => {
  const taken = await addRound(staff, of);
  const free = await addRound(staff, { ...of, number: 2 });
  for (const { id } of [taken, free]) {
    await opens(id, pia!);
    await keep(id, { 'p open': 'On Pia', 'p close': 'Brief' });
  }
  await staff.students.remove({ schoolId, id: pia!.id });
  await opens(taken.id, dan!);
  await staff.deletedEntries.restore({ schoolId, id: pia!.id });
  expect(await readBy(dan!)).toEqual([null]);
  expect(await readBy(pia!)).toEqual(['On Pia']);
  expect(await commentsNow(taken.id)).toEqual([{ 'p close': 'Brief' }]);
});

test('comments stay about our students when the side of their round, or the round of their ballot, is corrected', async () => {
  const first = await addRound(staff, of);
  const second = await addRound(staff, { ...of, number: 2 });
  await opens(first.id, pia!);
  await opens(second.id, dan!);
  const { id, version } = await keep(first.id, { 'p open': 'Calm' });
  await editSide(first.id, 'd');
  expect(await commentsNow(first.id)).toEqual([{ 'd open': 'Calm' }]);
  expect(await readBy(pia!)).toEqual(['Calm']);
  const [ballot] = await staff.keptBallots.ofRound({ schoolId, roundId: first.id });
  expect(ballot!.version).toBeGreaterThan(version);
  await staff.keptBallots.update({ schoolId, id, version: ballot!.version, changed: { roundId: second.id } });
  expect(await commentsNow(second.id)).toEqual([{ 'p open': 'Calm' }]);
  expect([await readBy(pia!), await readBy(dan!)]).toEqual([[], ['Calm']]);
});

test.each(['round', 'ballot'])(
  'a deleted student’s comments follow the corrected side of their %s, too',
  async (corrected) => {
    const first = await addRound(staff, of);
    const second = await addRound(staff, { ...of, number: 2, side: 'd' });
    await opens(first.id, pia!);
    await opens(second.id, pia!);
    const { id } = await keep(first.id, { 'p open': 'Calm' });
    await staff.students.remove({ schoolId, id: pia!.id });
    if (corrected === 'round') await editSide(first.id, 'd');
    else {
      const [{ version } = { version: 1 }] = await staff.keptBallots.ofRound({ schoolId, roundId: first.id });
      await staff.keptBallots.update({ schoolId, id, version, changed: { roundId: second.id } });
    }
    await staff.deletedEntries.restore({ schoolId, id: pia!.id });
    expect(await readBy(pia!)).toEqual(['Calm']);
    await staff.students.anonymize({ schoolId, id: pia!.id });
    expect(await commentsNow(corrected === 'round' ? first.id : second.id)).toEqual([{}]);
  },
);
