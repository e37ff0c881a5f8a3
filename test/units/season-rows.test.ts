// The season's ballots as the rows of the metrics. A swapped cell would give one student another's score, so every cell has
// a score or a name of its own.
import { describe, expect, test } from 'vitest';
import { SCORE_FIELDS, type ScoreField } from '#ballot/form.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { cellsOf } from '#ballot/sheet/sheet.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import type { Round } from '#contract/rounds.ts';
import { roleFigures, studentFigures } from '#metrics/plain-figures.ts';
import { PARTS, type Part } from '#metrics/scores.ts';
import { trialsOf } from '#metrics/trials.ts';
import { witnessFigures } from '#metrics/witnesses.ts';
import { seasonRows, studentScores, witnessCalls, type SeasonRecord } from '#web/pages/season/figures/season-rows.ts';

const SHEET = { id: 'college-28', version: 1 };
const TOURNAMENT = {
  id: 'harvest',
  name: 'Harvest Invitational',
  season: '2026-27',
  startsOn: '2026-10-03',
  endsOn: null,
  place: null,
  caseId: 'doe',
  caseName: 'State v. Doe',
  sheet: SHEET,
  version: 1,
};
const ROUND: Round = {
  id: 'round',
  tournamentId: 'harvest',
  teamId: 'team',
  number: 1,
  side: 'p',
  opponent: '1204',
  outcome: 'played',
  caseId: null,
  sharedWith: null,
  version: 1,
};
/** 28 values that differ from each other: the place of the field on the form. */
const DISTINCT = Object.fromEntries(SCORE_FIELDS.map((field, index) => [field, index])) as Record<ScoreField, number>;
const BALLOT: KeptBallot = {
  id: 'ballot',
  roundId: 'round',
  number: 1,
  judge: 'Rowe',
  tabMargin: null,
  sheet: SHEET,
  source: 'typed',
  pTotal: 0,
  dTotal: 0,
  unread: 0,
  isCheckedByTwo: false,
  version: 1,
  scores: DISTINCT,
  comments: {},
  ranks: { attorney: [], witness: [] },
  keptBy: null,
  isHandedOver: false,
  checkedBy: null,
  mayCheck: true,
  corrections: [],
};
/** Everyone has one part: the student of P's opening is `p open`. */
const lineUp = (roundId: string, side: string) => ({
  roundId,
  parts: PARTS.map((part) => ({ part, studentId: `${side} ${part}`, witnessId: null })),
});
const record = (change: Partial<SeasonRecord> = {}): SeasonRecord => ({
  season: '2026-27',
  tournaments: [TOURNAMENT],
  rounds: [ROUND],
  lineUps: [lineUp('round', 'p')],
  ballots: [BALLOT],
  sheets: [COLLEGE_28],
  ...change,
});
const D_ROUND: Round = { ...ROUND, id: 'd round', side: 'd', teamId: 'other team' };
const SCRIMMAGE = record({
  rounds: [ROUND, { ...D_ROUND, sharedWith: 'round' }],
  lineUps: [lineUp('round', 'p'), lineUp('d round', 'd')],
});

/** Who fills each cell of the form, and which kind of score it is. */
const PEOPLE: Record<ScoreField, [person: `${'p' | 'd'} ${Part}`, kind: string]> = {
  pOpen: ['p open', 'speech'],
  pDirect1: ['p direct1', 'direct'],
  pWDirect1: ['p witness1', 'direct'],
  pWCross1: ['p witness1', 'cross'],
  pDirect2: ['p direct2', 'direct'],
  pWDirect2: ['p witness2', 'direct'],
  pWCross2: ['p witness2', 'cross'],
  pDirect3: ['p direct3', 'direct'],
  pWDirect3: ['p witness3', 'direct'],
  pWCross3: ['p witness3', 'cross'],
  pCross1: ['p cross1', 'cross'],
  pCross2: ['p cross2', 'cross'],
  pCross3: ['p cross3', 'cross'],
  pClose: ['p close', 'speech'],
  dOpen: ['d open', 'speech'],
  dCross1: ['d cross1', 'cross'],
  dCross2: ['d cross2', 'cross'],
  dCross3: ['d cross3', 'cross'],
  dDirect1: ['d direct1', 'direct'],
  dWDirect1: ['d witness1', 'direct'],
  dWCross1: ['d witness1', 'cross'],
  dDirect2: ['d direct2', 'direct'],
  dWDirect2: ['d witness2', 'direct'],
  dWCross2: ['d witness2', 'cross'],
  dDirect3: ['d direct3', 'direct'],
  dWDirect3: ['d witness3', 'direct'],
  dWCross3: ['d witness3', 'cross'],
  dClose: ['d close', 'speech'],
};
/** The cell of the direct opponent. */
const AGAINST: Partial<Record<ScoreField, ScoreField>> = {
  pOpen: 'dOpen',
  pWCross1: 'dCross1',
  pWCross2: 'dCross2',
  pWCross3: 'dCross3',
  pCross1: 'dWCross1',
  pCross2: 'dWCross2',
  pCross3: 'dWCross3',
  pClose: 'dClose',
  dOpen: 'pOpen',
  dCross1: 'pWCross1',
  dCross2: 'pWCross2',
  dCross3: 'pWCross3',
  dWCross1: 'pCross1',
  dWCross2: 'pCross2',
  dWCross3: 'pCross3',
  dClose: 'pClose',
};

describe.each(SCORE_FIELDS)('the cell %s', (field) => {
  const [person, kind] = PEOPLE[field];
  const [side, part] = person.split(' ');

  test('is the score of the student who has the part', () => {
    const [row] = seasonRows(SCRIMMAGE).filter(({ score }) => score === DISTINCT[field]);
    expect(row).toMatchObject({ student: person, side, part, kind, round: 'round', ballot: 'ballot', judge: 'Rowe' });
  });

  test('is nobody’s when the opponents have it', () => {
    const rows = seasonRows(record({ rounds: [{ ...ROUND, side: 'd' }], lineUps: [lineUp('round', 'd')] }));
    const [row] = rows.filter(({ score }) => score === DISTINCT[field]);
    expect(row?.student).toBe(side === 'd' ? person : '');
  });

  test('is on the student’s page with the direct opponent’s score', () => {
    const own = studentScores(SCRIMMAGE, person).find((each) => each.field === field);
    const against = AGAINST[field];
    expect(own).toMatchObject({ score: DISTINCT[field], opponent: against ? DISTINCT[against] : null, side, part });
    expect(own?.ballotMean).toBe(13.5);
  });
});

test('a ballot has 28 rows, and two teams of the school that meet share it', () => {
  expect(seasonRows(record())).toHaveLength(28);
  expect(seasonRows(SCRIMMAGE)).toHaveLength(28);
});

test('a ballot without a line-up names nobody', () => {
  expect(new Set(seasonRows(record({ lineUps: [] })).map(({ student }) => student))).toEqual(new Set(['']));
});

test('a student’s page has ranks and comments of the student’s part', () => {
  const judged = {
    ...BALLOT,
    comments: { 'p open': 'Slow down.', 'p close': 'Strong.' },
    ranks: { attorney: [null, 'p open'], witness: ['p witness2'] },
  };
  const [open] = studentScores(record({ ballots: [judged] }), 'p open');
  expect(open).toMatchObject({ rank: 2, comment: 'Slow down.', tournament: 'Harvest Invitational', round: 1 });
  const [witness] = studentScores(record({ ballots: [judged] }), 'p witness2');
  expect(witness).toMatchObject({ rank: 1, comment: null });
});

test('a student never sees a comment about the other side of a scrimmage', () => {
  const judged = { ...BALLOT, comments: { 'p open': 'Slow down.', 'd close': 'Firm.' } };
  const [open] = studentScores({ ...SCRIMMAGE, ballots: [judged] }, 'd open');
  expect(open?.comment).toBeNull();
  const [close] = studentScores({ ...SCRIMMAGE, ballots: [judged] }, 'd close');
  expect(close?.comment).toBe('Firm.');
});

test('a witness is called by the side that plays it, and the other side crosses it', () => {
  const parts = [
    { part: 'witness2', studentId: 'Dan', witnessId: 'reyes' },
    { part: 'cross3', studentId: 'Ann', witnessId: 'okafor' },
    { part: 'direct2', studentId: 'Ben', witnessId: null },
  ] as const;
  const calls = witnessCalls(record({ lineUps: [{ roundId: 'round', parts }] })).get('doe')!;
  expect(calls.map(({ witness, side, number }) => ({ witness, side, number }))).toEqual([
    { witness: 'reyes', side: 'p', number: 2 },
    { witness: 'okafor', side: 'd', number: 3 },
  ]);
  expect(witnessFigures(calls).map(({ callsByUs }) => callsByUs)).toEqual([1, 0]);
});

test('a witness that our two teams play and cross against each other is called once, by us', () => {
  const played = { part: 'witness1', studentId: null, witnessId: 'reyes' } as const;
  const crossed = { part: 'cross1', studentId: null, witnessId: 'reyes' } as const;
  const lineUps = [
    { roundId: 'round', parts: [played] },
    { roundId: 'd round', parts: [crossed] },
  ];
  const calls = witnessCalls({ ...SCRIMMAGE, lineUps }).get('doe')!;
  expect(witnessFigures(calls)).toEqual([{ witness: 'reyes', calls: 1, callsByUs: 1, margin: null }]);
});

test('a round has the case of its tournament unless it says otherwise', () => {
  const parts = [{ part: 'witness1', studentId: null, witnessId: 'reyes' }] as const;
  const other = record({ rounds: [{ ...ROUND, caseId: 'ray' }], lineUps: [{ roundId: 'round', parts }] });
  expect([...witnessCalls(other).keys()]).toEqual(['ray']);
});

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
  expect(studentScores(both, 'p witness2')).toEqual(studentScores(alone, 'p witness2'));
});

test('plain figures are in the points of the sheet, by what its scores are for', () => {
  const trials = trialsOf(seasonRows({ ...SCRIMMAGE, ballots: BOTH, sheets: [KENTUCKY] }));
  const figures = studentFigures(trials);
  const rolesOf = (student: string) => figures.find((each) => each.student === student)?.roles;
  const one = { scores: 1, rounds: 1, ballots: 1, judges: 1 };
  expect(rolesOf('p open')).toEqual({ opening: { ...one, mean: 9, median: 9, againstOpponent: 3 } });
  // A witness has one score, which nobody opposes.
  expect(rolesOf('d witness2')).toEqual({ witness: { ...one, mean: 6, median: 6, againstOpponent: null } });
  expect(rolesOf('d cross1')).toEqual({ 'attorney-cross': { ...one, mean: 6, median: 6, againstOpponent: null } });
  expect(new Set(roleFigures(trials).map(({ mean }) => mean))).toEqual(new Set([9, 6]));
});

test('a student’s page has the scores of another sheet with its labels, ranges and means', () => {
  const half = cellsOf(KENTUCKY).length / 2;
  expect(studentScores(record({ ballots: BOTH, sheets: [KENTUCKY] }), 'p witness2')).toEqual([
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
