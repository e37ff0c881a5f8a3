// Changing and deleting the saved ballots, rounds and line-ups of a season book.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RoundPart } from '#contract/rounds.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, callsAs, scoresOf } from '../people.ts';
import { refused } from './refused.ts';
import { addRound, DETAILS, KEEPER, keepingSchool, SEASON } from './season-school.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

let keeping: Awaited<ReturnType<typeof keepingSchool>>;
let schoolId: string;
let rounds: Awaited<ReturnType<typeof addRound>>[];
beforeEach(async () => {
  keeping = await keepingSchool(product);
  schoolId = keeping.schoolId;
  const { tournamentId, teamId } = keeping.school;
  const add = (number: number) => addRound(keeping.calls, { schoolId, tournamentId, teamId, number });
  rounds = [await add(1), await add(2)];
});

const keep = (round = 0) =>
  keeping.calls.keptBallots.keep({
    schoolId,
    id: randomUUID(),
    roundId: rounds[round]!.id,
    number: 1,
    judge: 'Rowe',
    ...DETAILS,
    scores: scoresOf(5),
  });
const ballotsOf = (round: number) => keeping.calls.keptBallots.ofRound({ schoolId, roundId: rounds[round]!.id });

test('the comments of a saved ballot can change without its ranks, and the other way around', async () => {
  const { update } = keeping.calls.keptBallots;
  const { id, version } = await keep();
  const untouched = await keep(1);
  const ranks = { attorney: [], witness: [keeping.school.studentId] };
  const ranked = await update({ schoolId, id, version, changed: { ranks } });
  expect(ranked).toMatchObject({ comments: {}, ranks });
  const commented = await update({
    schoolId,
    id,
    version: ranked.version,
    changed: { comments: { 'p open': 'Clear' } },
  });
  expect(commented).toMatchObject({ comments: { 'p open': 'Clear' }, ranks });
  expect(await ballotsOf(1)).toEqual([untouched]);
});

test('a saved ballot can move to another round of its school, but not to one of another school', async () => {
  const { id, version } = await keep();
  const move = (roundId: string) => keeping.calls.keptBallots.update({ schoolId, id, version, changed: { roundId } });
  expect(await refused(move(randomUUID()))).toMatchObject({ code: 'NOT_FOUND' });
  await move(rounds[1]!.id);
  expect([await ballotsOf(0), await ballotsOf(1)]).toMatchObject([[], [{ id }]]);
});

test('deleting a ballot leaves the others', async () => {
  const { id } = await keep();
  const other = await keep(1);
  await keeping.calls.keptBallots.remove({ schoolId, id });
  expect([await ballotsOf(0), await ballotsOf(1)]).toEqual([[], [other]]);
  expect(await refused(keeping.calls.keptBallots.remove({ schoolId, id }))).toMatchObject({ code: 'NOT_FOUND' });
});

test('deleting a round leaves the other', async () => {
  await keeping.calls.rounds.remove({ schoolId, id: rounds[0]!.id });
  const { rounds: left } = await keeping.calls.seasonBook.season({ schoolId, season: SEASON });
  expect(left).toMatchObject([{ id: rounds[1]!.id }]);
});

test('a correction that changes no score leaves the ballot as it is', async () => {
  const { id, version } = await keep();
  const correcting = keeping.calls.keptBallots.correct({
    schoolId,
    id,
    version,
    scores: [{ field: 'pOpen', score: 5 }],
    reason: 'Same',
  });
  expect(await correcting).toMatchObject({ version, corrections: [] });
});

test('a line-up drops empty parts and can be emptied', async () => {
  const roundId = rounds[0]!.id;
  const empty = { part: 'open' as const, studentId: null, witnessId: null };
  const played = { part: 'close' as const, studentId: keeping.school.studentId, witnessId: null };
  const { setLineUp, lineUps } = keeping.calls.rounds;
  const set = await setLineUp({ schoolId, roundId, version: rounds[0]!.version, parts: [empty, played] });
  expect(set.parts).toEqual([played]);
  const emptied = await setLineUp({ schoolId, roundId, version: set.version, parts: [] });
  expect((await lineUps({ schoolId, season: SEASON })).rows).toContainEqual(emptied);
});

test('changing a missing or outdated record is refused, and a conflict names the person who changed it', async () => {
  const { keptBallots, rounds: ofRounds } = keeping.calls;
  const { id } = await keep();
  const old = { schoolId, version: 99 };
  const [round] = rounds;
  const opening = { part: 'open' as const, studentId: keeping.school.studentId, witnessId: null };
  const calls = [
    (ballot: string, _round: string) => keptBallots.update({ ...old, id: ballot, changed: { judge: 'Lee' } }),
    (_ballot: string, of: string) => ofRounds.update({ ...old, id: of, changed: { number: 7 } }),
    (_ballot: string, of: string) => ofRounds.setLineUp({ ...old, roundId: of, parts: [opening] }),
  ];
  for (const call of calls) {
    expect(await refused(call(randomUUID(), randomUUID()))).toMatchObject({ code: 'NOT_FOUND' });
    await expect(call(id, round!.id)).rejects.toMatchObject({
      code: 'CHANGED_MEANWHILE',
      data: { by: KEEPER, current: expect.objectContaining({ version: expect.any(Number) }) },
    });
  }
});

test('a correction of an older version, and the second check or correction of a missing ballot, are refused', async () => {
  const { correct, secondCheck } = keeping.calls.keptBallots;
  const { id, version } = await keep();
  const correction = (of: string, was: number) =>
    refused(correct({ schoolId, id: of, version: was, scores: [{ field: 'pOpen', score: 6 }], reason: 'Misread' }));
  expect(await correction(id, version + 1)).toMatchObject({ code: 'CHANGED_MEANWHILE' });
  expect(await correction(randomUUID(), version)).toMatchObject({ code: 'NOT_FOUND' });
  const check = secondCheck({ schoolId, id: randomUUID(), scores: scoresOf(5) });
  expect(await refused(check)).toMatchObject({ code: 'NOT_FOUND' });
});

test('a line-up can name a witness before the student is known, and a conflict shows it', async () => {
  const manager = callsAs(product, await addPerson(product.database, { superAdmin: true }));
  const { id: caseId } = await manager.cases.add({
    id: randomUUID(),
    name: 'State v. Doe',
    year: 2020,
    type: 'criminal',
    area: null,
    isActive: true,
  });
  const witnessId = randomUUID();
  await manager.witnesses.add({ id: witnessId, caseId, name: 'Casey Marsh', type: 'character', side: 'p' });
  const [{ id: roundId, version } = rounds[0]!] = rounds;
  const called = { part: 'witness1' as const, studentId: null, witnessId };
  const set = (parts: RoundPart[]) => keeping.calls.rounds.setLineUp({ schoolId, roundId, version, parts });
  expect(await set([called])).toMatchObject({ parts: [called] });
  await expect(set([])).rejects.toMatchObject({
    code: 'CHANGED_MEANWHILE',
    data: { by: KEEPER, current: { roundId, version: version + 1, parts: [called] } },
  });
});
