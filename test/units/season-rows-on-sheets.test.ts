// A season with ballots on two score sheets: only those of the sheet that is shown count, in its own points.
import { expect, test } from 'vitest';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { startedFrom, withRole, withRowFacts } from '#ballot/sheet/edit.ts';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { MISSOURI } from '#ballot/sheet/missouri.ts';
import { cellsOf, type Sheet } from '#ballot/sheet/sheet.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import { roleFigures, studentFigures } from '#metrics/plain-figures.ts';
import { trialsOf } from '#metrics/trials.ts';
import { witnessFigures } from '#metrics/witnesses.ts';
import { overallOf, ownRoles, ownRounds } from '#web/pages/season/figures/students/own-figures.ts';
import { seasonRows, studentScores, witnessCalls } from '#web/pages/season/figures/season-rows.ts';
import { BALLOT, record, ROUND, SCRIMMAGE } from './season-record.ts';

/** From 1 to 10, and every score of a side is the same: P's 9, D's 6. */
const ON_KENTUCKY: KeptBallot = {
  ...BALLOT,
  id: 'on kentucky',
  sheet: { id: KENTUCKY.id, version: KENTUCKY.version },
  scores: Object.fromEntries(cellsOf(KENTUCKY).map(({ key, side }) => [key, side === 'p' ? 9 : 6])),
};
const BOTH = [BALLOT, ON_KENTUCKY];

test.each([
  [COLLEGE_28, BALLOT],
  [KENTUCKY, ON_KENTUCKY],
])('only ballots of the sheet that is shown count: $id', (sheet, ballot) => {
  const both = record({ ballots: BOTH, sheets: [sheet] });
  const alone = record({ ballots: [ballot], sheets: [sheet] });
  expect(seasonRows(both)).toEqual(seasonRows(alone));
  expect(new Set(seasonRows(both).map((row) => row.ballot))).toEqual(new Set([ballot.id]));
  expect(studentScores(both)('p witness2')).toEqual(studentScores(alone)('p witness2'));
});

test('plain figures are in the points of the sheet, by what its scores are for', () => {
  const trials = trialsOf(seasonRows({ ...SCRIMMAGE, ballots: BOTH, sheets: [KENTUCKY] }));
  const figures = studentFigures(trials);
  const rolesOf = (student: string) => figures.find((each) => each.student === student)?.roles;
  const one = { scores: 1, rounds: 1, ballots: 1, judges: 1 };
  const ofTen = (score: number): unknown => expect.closeTo(((score - 1) * 10) / 9, 9);
  expect(rolesOf('p open')).toEqual({ opening: { ...one, mean: 9, ofTen: ofTen(9), median: 9, againstOpponent: 3 } });
  // A witness has one score, which nobody opposes.
  expect(rolesOf('d witness2')).toEqual({
    witness: { ...one, mean: 6, ofTen: ofTen(6), median: 6, againstOpponent: null },
  });
  expect(rolesOf('d cross1')).toEqual({
    'attorney-cross': { ...one, mean: 6, ofTen: ofTen(6), median: 6, againstOpponent: null },
  });
  expect(new Set(roleFigures(trials).map(({ mean }) => mean))).toEqual(new Set([9, 6]));
});

test('a student’s page has the scores of another sheet with its labels, ranges and means', () => {
  const half = cellsOf(KENTUCKY).length / 2;
  expect(studentScores(record({ ballots: BOTH, sheets: [KENTUCKY] }))('p witness2')).toEqual([
    expect.objectContaining({
      ballotId: 'on kentucky',
      part: 'witness2',
      role: 'witness',
      label: cellsOf(KENTUCKY, 'p').find(({ role, number }) => role === 'witness' && number === 2)!.label,
      min: 1,
      max: 10,
      score: 9,
      opponent: null,
      ballotMean: expect.closeTo((9 * half + 6 * half) / (2 * half), 9) as number,
    }),
  ]);
});

test('a row of the college form in which a school scores something else has the school’s words on a student’s page', () => {
  const row = { section: 0, row: 0 };
  const sheet = withRole(withRowFacts(startedFrom(COLLEGE_28, 'ours'), row, { label: 'Motion' }), row, 'p', 'pretrial');
  const ballot = { ...BALLOT, sheet: { id: sheet.id, version: sheet.version } };
  const lineUps = [{ roundId: ROUND.id, parts: [{ part: 'pretrial', studentId: 'Ann', witnessId: null }] as const }];
  const scoresOf = studentScores(record({ lineUps, ballots: [ballot], sheets: [sheet] }));
  expect(ownRounds(scoresOf('Ann'))[0]!.cells).toEqual([{ label: 'P Motion', scores: '0' }]);
});

test('scores of 5 and of 10 points have no mean together', () => {
  const parts = (['open', 'close', 'pretrial'] as const).map((part) => ({ part, studentId: 'Ann', witnessId: null }));
  const scores = Object.fromEntries(cellsOf(MISSOURI).map(({ key, role, max }) => [key, role === 'opening' ? 9 : max]));
  const ballot = { ...BALLOT, sheet: { id: MISSOURI.id, version: MISSOURI.version }, scores };
  const overall = (upTo: number) => {
    const lineUps = [{ roundId: ROUND.id, parts: parts.slice(0, upTo) }];
    return overallOf(studentScores(record({ lineUps, ballots: [ballot], sheets: [MISSOURI] }))('Ann'));
  };
  expect([0, 1, 2, 3].map(overall)).toEqual([null, 9, 9.5, null]);
});

test('openings of 10 and, after a change of the sheet, of 5 points are averaged in points of ten, and closings as they were given', () => {
  const before = startedFrom(COLLEGE_28, 'ours');
  const after = { ...withRowFacts(before, { section: 0, row: 0 }, { max: 5 }), version: 2 };
  const ballotOn = (sheet: Sheet, opening: number): KeptBallot => ({
    ...BALLOT,
    id: `on version ${sheet.version}`,
    sheet: { id: sheet.id, version: sheet.version },
    scores: Object.fromEntries(
      cellsOf(sheet).map(({ key, role, side }) => [key, role !== 'opening' ? 7 : side === 'p' ? opening : 1]),
    ),
  });
  const parts = (['open', 'close'] as const).map((part) => ({ part, studentId: 'Ann', witnessId: null }));
  const season = record({
    lineUps: [{ roundId: ROUND.id, parts }],
    ballots: [ballotOn(before, 8), ballotOn(after, 5)],
    sheets: [before, after],
  });
  const expected = { mean: 9, median: 9, againstOpponent: (8 - 1 + (10 - 2)) / 2 };
  const [figures] = studentFigures(trialsOf(seasonRows(season)));
  expect(figures!.roles).toMatchObject({ opening: expected, closing: { mean: 7, againstOpponent: 0 } });
  const own = studentScores(season)('Ann');
  expect(ownRoles(own).find(({ role }) => role === 'opening')).toMatchObject(expected);
  const [round] = ownRounds(own);
  expect(round!.againstOpponent).toBeCloseTo((7 + 8 + 0 + 0) / 4, 12);
});

test('the margin of a witness with one score is in points of ten', () => {
  const parts = [{ part: 'witness1', studentId: 'Dan', witnessId: 'reyes' }] as const;
  const rounds = ['1', '2', '3', '4'].map((id) => ({ ...ROUND, id }));
  const calls = witnessCalls(
    record({
      rounds,
      lineUps: rounds.map(({ id }) => ({ roundId: id, parts })),
      ballots: rounds.map(({ id }) => ({ ...ON_KENTUCKY, id, roundId: id })),
      sheets: [KENTUCKY],
    }),
  ).get('doe')!;
  // 9 and 6 of 1 to 10.
  expect(witnessFigures(calls)[0]?.margin).toBeCloseTo((80 - 50) / 9, 9);
});
