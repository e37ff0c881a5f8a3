import { expect, test } from 'vitest';
import { compareLineUps, lineUpProblems, loadOf, neverTried, strengthOf, whomToTry } from '#metrics/lineup.ts';
import { seasonModelOf } from '#metrics/season-model.ts';
import { trialsOf } from '#metrics/trials.ts';
import { MIN_CALLS, witnessFigures, type Call } from '#metrics/witnesses.ts';
import { ANN_AND_CO, ballotRows, lineUp, scores } from './rows.ts';

const ROWS = Array.from({ length: 6 }, (_, round) => [
  ...ballotRows({ round: `a${round}`, ballot: 'a', scores: scores(8, { pOpen: 10, pCross1: 9 + (round % 2) }) }),
  ...ballotRows({
    round: `b${round}`,
    ballot: 'b',
    students: lineUp(['Gus', 'Hana', 'Ike', 'June', 'Kim', 'Lou']),
    scores: scores(8, { pOpen: 6 }),
  }),
]).flat();
const MODEL = seasonModelOf(ROWS);

test('the value of a lineup is the sum of its fourteen estimates', () => {
  const expected = MODEL.estimates
    .filter(({ student }) => Object.values(ANN_AND_CO).includes(student))
    .map(({ role, student, estimate }) => {
      const parts = Object.entries(ANN_AND_CO).filter(([part, name]) => {
        const roles = part.startsWith('witness')
          ? ['witness-direct', 'witness-cross']
          : [part === 'open' ? 'opening' : part === 'close' ? 'closing' : `attorney-${part.slice(0, -1)}`];
        return name === student && roles.includes(role);
      });
      return parts.length * estimate;
    });
  const { sum, low, high } = strengthOf(MODEL, ANN_AND_CO);
  expect(sum).toBeCloseTo(
    expected.reduce((a, b) => a + b, 0),
    10,
  );
  expect(low).toBeLessThan(sum);
  expect(high).toBeGreaterThan(sum);
});

test('a student without scores in a part counts as average, with the full uncertainty', () => {
  const { sum, deviation } = strengthOf(MODEL, { open: 'Nobody yet' });
  expect(sum).toBe(0);
  expect(deviation).toBeCloseTo(Math.sqrt(MODEL.variances.student), 12);
  expect(strengthOf(MODEL, {})).toMatchObject({ sum: 0, deviation: 0 });
});

test('who did a part on the other side only counts as average, unless somebody did it on both', () => {
  const other = { ...ANN_AND_CO, open: 'Gus' };
  const onOtherSide = Array.from({ length: 6 }, (_, round) =>
    ['Gus', 'Hana'].flatMap((open) =>
      ballotRows({
        round: `${open}${round}`,
        ballot: open,
        side: 'd',
        students: { ...ANN_AND_CO, open },
        scores: scores(8, { dOpen: open === 'Gus' ? 10 : 6 }),
      }),
    ),
  ).flat();
  const apart = seasonModelOf([...ROWS.filter(({ ballot }) => ballot === 'a'), ...onOtherSide]);
  expect(strengthOf(apart, { open: 'Gus' })).toEqual(strengthOf(apart, { open: 'Nobody yet' }));
  expect(compareLineUps(apart, other, ANN_AND_CO).probability).toBeCloseTo(0.5, 6);
  const both = ballotRows({ round: 'both', ballot: 'a', students: { ...ANN_AND_CO, open: 'Hana' } });
  const together = seasonModelOf([...ROWS.filter(({ ballot }) => ballot === 'a'), ...onOtherSide, ...both]);
  expect(strengthOf(together, { open: 'Gus' }).sum).toBeGreaterThan(0.1);
});

test('assignments shared by two lineups don’t affect their comparison', () => {
  expect(compareLineUps(MODEL, ANN_AND_CO, ANN_AND_CO)).toMatchObject({ sum: 0, deviation: 0, probability: 0.5 });
  const other = { ...ANN_AND_CO, open: 'Gus' };
  const { sum, probability } = compareLineUps(MODEL, ANN_AND_CO, other);
  const opening = (name: string): number =>
    MODEL.estimates.find(({ student, role }) => student === name && role === 'opening')!.estimate;
  expect(sum).toBeCloseTo(opening('Ann') - opening('Gus'), 12);
  expect(probability).toBeGreaterThan(0.75);
  expect(compareLineUps(MODEL, other, ANN_AND_CO).probability).toBeCloseTo(1 - probability, 12);
});

test('the load counts a student’s parts on both sides, and problems are reported', () => {
  expect(loadOf([ANN_AND_CO, { open: 'Ann' }]).get('Ann')).toEqual(['open', 'direct1', 'cross1', 'open']);
  expect(lineUpProblems(ANN_AND_CO)).toEqual([]);
  expect(
    lineUpProblems({ ...ANN_AND_CO, close: 'Ann', direct2: 'Ann', cross3: 'Ann', witness1: 'Cleo', witness2: 'Finn' }),
  ).toEqual([
    'Ann has more than one direct.',
    'Ann has more than one cross.',
    'Ann has both speeches.',
    'Cleo is both attorney and witness.',
    'Finn plays more than one witness.',
  ]);
  expect(lineUpProblems({ ...ANN_AND_CO, close: 'Ann' }, (student) => `${student} Abara`)).toEqual([
    'Ann Abara has both speeches.',
  ]);
  const { open: _open, ...missing } = { ...ANN_AND_CO, close: 'Gus' };
  expect(lineUpProblems(missing)).toEqual([
    'Nobody has these parts yet: opening.',
    '7 people are named. A side has 6.',
  ]);
});

test('unscored roles are listed, and one more round reveals the most about a new student', () => {
  expect(neverTried(MODEL, ['Ann', 'Zoe']).get('Ann')).toEqual(['closing', 'witness-direct', 'witness-cross']);
  expect(neverTried(MODEL, ['Zoe']).get('Zoe')).toHaveLength(6);
  const tries = whomToTry(MODEL, 'open', ['Ann', 'Zoe', 'Ben']);
  expect(tries.map(({ student }) => student)).toEqual(['Zoe', 'Ben', 'Ann']);
  expect(tries[0]!.learned).toBeGreaterThan(tries[2]!.learned);
});

test('the margin on a witness is from our side’s view, and is hidden below four calls', () => {
  // If we call the witness, our side's three cells are 9 and the crossing attorney's is 7; if they do, ours is the cross.
  const ours = scores(8, { pDirect1: 9, pWDirect1: 9, pWCross1: 9, dCross1: 7 });
  const theirs = scores(8, { dDirect2: 7, dWDirect2: 7, dWCross2: 7, pCross2: 10 });
  const trials = trialsOf(
    Array.from({ length: MIN_CALLS }, (_, round) =>
      ballotRows({ round: `${round}`, ballot: 'a', scores: round % 2 === 0 ? ours : theirs }),
    ).flat(),
  );
  const calls = trials.map((trial, round): Call =>
    round % 2 === 0
      ? { witness: 'Dr. Reyes', trial, side: 'p', number: 1 }
      : { witness: 'Dr. Reyes', trial, side: 'd', number: 2 },
  );
  expect(witnessFigures(calls)).toEqual([{ witness: 'Dr. Reyes', calls: 4, callsByUs: 2, margin: 2.5 }]);
  expect(witnessFigures(calls.slice(1))).toEqual([{ witness: 'Dr. Reyes', calls: 3, callsByUs: 1, margin: null }]);
});
