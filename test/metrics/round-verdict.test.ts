// Which side of a round was probably the better one, and how often that is right.
import { expect, test } from 'vitest';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { maxMargin } from '#ballot/sheet/scores-on-sheet.ts';
import { betterFromMargins, marginsOf } from '#metrics/round.ts';
import { evaluateRounds } from './evaluate-rounds.ts';

const of = (rounds: number[][], times = 1) => marginsOf(rounds, maxMargin(COLLEGE_28) * times);
const UNKNOWN = { judges: 7.5, sides: 5, isOwn: false };

test('two judges who agree are stronger evidence than one, on either side', () => {
  // The posterior of a normal mean, in R: pnorm(4 * 25 / (25 + v), 0, sqrt(25 * v / (25 + v))) with v = 7.5^2 and 7.5^2 / 2.
  expect(betterFromMargins([4], UNKNOWN)).toBeCloseTo(0.61632, 5);
  expect(betterFromMargins([4, 4], UNKNOWN)).toBeCloseTo(0.69756, 5);
  expect(betterFromMargins([-4, -4], UNKNOWN)).toBeCloseTo(1 - 0.69756, 5);
  expect(betterFromMargins([], UNKNOWN)).toBeNull();
});

test('how far judges and sides differ is taken from the season from 20 rounds with several judges on', () => {
  const rounds = (count: number, ...margins: number[]) => Array.from({ length: count }, () => margins);
  expect(of(rounds(19, 22, 18))).toEqual(UNKNOWN);
  // A round with one judge says nothing about how far judges differ.
  expect(of([...rounds(1, 2, -2), ...rounds(30, 5)])).toEqual(UNKNOWN);
  // The judges' variance is 8, and the mean of 20 strays from the true margin by half of it.
  expect(of(rounds(20, 22, 18))).toEqual({
    judges: expect.closeTo(Math.sqrt(8), 12),
    sides: expect.closeTo(Math.sqrt(20 ** 2 - 8 / 2), 12),
    isOwn: true,
  });
});

test('judges who never agree don’t make all sides equal', () => {
  const { sides } = of(Array.from({ length: 40 }, () => [12, -12]));
  expect(sides).toBeCloseTo(2.5, 12);
});

test('on a sheet that counts everything twice, the same judges are as strong evidence', () => {
  expect(betterFromMargins([8, 4], of([], 2))).toBeCloseTo(betterFromMargins([4, 2], of([]))!, 12);
});

// With every difference between the sides equally likely, 89% were said with 3 points, and 74% of these were right.
test.each([
  [6, 12],
  [6, 40],
  [12, 40],
])('where sides differ by %i points, a verdict after %i rounds is right as often as it says', (sides, rounds) => {
  const { said, right } = evaluateRounds({ sides, rounds }, 500);
  expect(Math.abs(said - right)).toBeLessThan(0.03);
});

test('where sides are close, fewer rounds have a verdict, and it says less', () => {
  const { called, said, right } = evaluateRounds({ sides: 3, rounds: 40 }, 500);
  expect(called).toBeLessThan(0.3);
  expect(said - right).toBeLessThan(0.07);
});
