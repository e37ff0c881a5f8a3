// The built-in sheets against worked examples: ballots whose totals and results were computed by hand from the leagues' rules.
import { expect, test } from 'vitest';
import { ballotCsv, ballotTable, type CheckedBallot } from '#ballot/export.ts';
import { maximumOf, resultText, totalOf } from '#ballot/score.ts';
import { BUILT_IN } from '#ballot/sheet/built-in.ts';
import { CALIFORNIA } from '#ballot/sheet/california.ts';
import { COLLEGE_20 } from '#ballot/sheet/college-20.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { MISSOURI } from '#ballot/sheet/missouri.ts';
import { problemsOf } from '#ballot/sheet/problems.ts';
import { cellsOf, whyUnreadable, type Sheet } from '#ballot/sheet/sheet.ts';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import { sheet as schema } from '#contract/sheets.ts';

test.each(BUILT_IN.map((sheet) => [sheet.id, sheet] as const))(
  '%s has no problem, and its photos can be read',
  (_, sheet) => {
    expect(problemsOf(sheet)).toEqual([]);
    expect(schema.parse(JSON.parse(JSON.stringify(sheet)))).toEqual(sheet);
    expect(whyUnreadable(sheet)).toBeNull();
  },
);

test.each([
  [COLLEGE_28, 140, 'attorney 4 of the trial, witness 4 of the trial'],
  [COLLEGE_20, 100, 'attorney 4 of the trial, witness 4 of the trial'],
  [KENTUCKY, 110, 'attorney 1 of the side, witness 1 of the side'],
  [CALIFORNIA, 180, ''],
  [MISSOURI, 150, 'attorney 3 of the trial, witness 3 of the trial'],
] as const)('$id: the most points of a side, and the ranks', (sheet: Sheet, maximum, ranks) => {
  for (const side of ['p', 'd'] as const) expect(maximumOf(sheet, side)).toBe(maximum);
  expect(sheet.ranks.map(({ of, places, each }) => `${of} ${places} of the ${each}`).join(', ')).toBe(ranks);
});

/** Every score of a side, and exceptions. */
const scoresOf = (sheet: Sheet, p: number, d: number, exceptions: Record<string, number> = {}) => ({
  ...Object.fromEntries(cellsOf(sheet).map(({ key, side }) => [key, side === 'p' ? p : d])),
  ...exceptions,
});
const resultsOf = (sheet: Sheet, scores: Record<string, number>) => {
  const [p, d] = [totalOf(sheet, scores, 'p'), totalOf(sheet, scores, 'd')];
  return [p, d, resultText(p, d, sheet.tiesBrokenBy)];
};

test.each<[string, Sheet, Record<string, number>, p: number, d: number, result: string]>([
  [
    'fourteen eights against thirteen and a nine',
    COLLEGE_28,
    scoresOf(COLLEGE_28, 8, 8, { dWCross3: 9 }),
    112,
    113,
    'Loss (-1)',
  ],
  ['a tie of college rounds stands', COLLEGE_28, scoresOf(COLLEGE_28, 8, 8), 112, 112, 'Tie'],
  ['ten sevens and ten eights', COLLEGE_20, scoresOf(COLLEGE_20, 7, 8), 70, 80, 'Loss (-10)'],
  [
    'a 10 for a witness against a 6',
    KENTUCKY,
    scoresOf(KENTUCKY, 7, 7, { pWitness2: 10, dWitness2: 6 }),
    80,
    76,
    'Win (+4)',
  ],
  ['a tie in Kentucky stands', KENTUCKY, scoresOf(KENTUCKY, 1, 1), 11, 11, 'Tie'],
  // 14 fives count once, and the two that count twice are 6 and 7: 70 + 2 × (6 + 7).
  [
    'pretrial and closing count twice',
    CALIFORNIA,
    scoresOf(CALIFORNIA, 5, 5, { pPretrial: 6, pClose: 7 }),
    96,
    90,
    'Win (+6)',
  ],
  [
    'a point in the closing makes up for two elsewhere',
    CALIFORNIA,
    scoresOf(CALIFORNIA, 5, 5, { pClose: 6, dOpen: 6, dBailiff: 6 }),
    92,
    92,
    'Tie, broken by the presiding judge',
  ],
  [
    'two motions of 5 and fourteen tens',
    MISSOURI,
    scoresOf(MISSOURI, 10, 10, { pMotion1: 5, pMotion2: 5, dMotion1: 4, dMotion2: 0 }),
    150,
    144,
    'Win (+6)',
  ],
])('%s', (_, sheet, scores, p, d, result) => {
  expect(resultsOf(sheet, scores)).toEqual([p, d, result]);
});

test('a candidate has a total of six criteria and no result', () => {
  const ballot: unknown = {
    judgeName: 'Ada Quill',
    pTeam: 'Noor Lindqvist',
    dTeam: '',
    ...scoresOf(TRY_OUT, 4, 0, { criterion2: 5 }),
  };
  const checked = {
    sheet: TRY_OUT,
    ballot: ballot as CheckedBallot<string>['ballot'],
    trial: { caseName: '', date: '', round: '' },
    toCheck: [],
  };
  expect(maximumOf(TRY_OUT, 'p')).toBe(30);
  expect(ballotTable(checked)).toMatch(/\nTotal\t25 \(-5\)\n$/);
  expect(ballotCsv(checked).split('\r\n')[0]).toBe(
    '\uFEFFCase,Date,Round,Judge Name,Candidate,Preparation,Delivery,Reasoning,Quick thinking,Courtroom presence,Teamwork,Candidate Total,Scores To Check',
  );
});
