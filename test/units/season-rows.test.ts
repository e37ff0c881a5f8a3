// The season's ballots as the rows of the metrics. A swapped cell would give one student another's score, so every cell has
// a score or a name of its own.
import { describe, expect, test } from 'vitest';
import { SCORE_FIELDS, type ScoreField } from '#ballot/form.ts';
import type { Part } from '#metrics/scores.ts';
import { witnessFigures } from '#metrics/witnesses.ts';
import { seasonRows, studentScores, witnessCalls } from '#web/pages/season/figures/season-rows.ts';
import { BALLOT, DISTINCT, lineUp, record, ROUND, SCRIMMAGE } from './season-record.ts';

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
    const own = studentScores(SCRIMMAGE)(person).find((each) => each.field === field);
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
  const [open] = studentScores(record({ ballots: [judged] }))('p open');
  expect(open).toMatchObject({ rank: 2, comment: 'Slow down.', tournament: 'Harvest Invitational', round: 1 });
  const [witness] = studentScores(record({ ballots: [judged] }))('p witness2');
  expect(witness).toMatchObject({ rank: 1, comment: null });
});

test('a student never sees a comment about the other side of a scrimmage', () => {
  const judged = { ...BALLOT, comments: { 'p open': 'Slow down.', 'd close': 'Firm.' } };
  const [open] = studentScores({ ...SCRIMMAGE, ballots: [judged] })('d open');
  expect(open?.comment).toBeNull();
  const [close] = studentScores({ ...SCRIMMAGE, ballots: [judged] })('d close');
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
