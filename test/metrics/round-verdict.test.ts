// Which side of a round was probably the better one, and how often that is right.
import { expect, test } from 'vitest';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { maxMargin } from '#ballot/sheet/scores-on-sheet.ts';
import { betterFromMargins, noiseOfMargins } from '#metrics/round.ts';
import { evaluateRounds } from './evaluate-rounds.ts';

const noise = (rounds: number[][], times = 1) => noiseOfMargins(rounds, maxMargin(COLLEGE_28) * times);

test('two judges who agree are stronger evidence than one, on either side', () => {
  // A margin of 4 is .533 standard deviations of 7.5; with two judges .754.
  expect(betterFromMargins([4], 7.5)).toBeCloseTo(0.7031, 4);
  expect(betterFromMargins([4, 4], 7.5)).toBeCloseTo(0.77465, 4);
  expect(betterFromMargins([-4, -4], 7.5)).toBeCloseTo(1 - 0.77465, 4);
  expect(betterFromMargins([], 7.5)).toBeNull();
});

test('the standard deviation of a margin is 7.5 until 20 rounds with several judges provide the season’s own', () => {
  const rounds = (count: number, ...margins: number[]) => Array.from({ length: count }, () => margins);
  expect(noise(rounds(19, 2, -2))).toEqual({ points: 7.5, isOwn: false });
  // A round with one judge says nothing about how far judges differ.
  expect(noise([...rounds(1, 2, -2), ...rounds(30, 5)])).toEqual({ points: 7.5, isOwn: false });
  expect(noise(rounds(20, 2, -2))).toEqual({ points: expect.closeTo(Math.sqrt(8), 12), isOwn: true });
});

test('on a sheet that counts everything twice, the same judges are as strong evidence', () => {
  const better = (times: number) => betterFromMargins([4 * times, 2 * times], noise([], times).points);
  expect(better(2)).toBeCloseTo(better(1)!, 12);
});

test('where sides differ much, a verdict is right nearly as often as it says; where they are close, less often, as the page says', () => {
  const tooMuch = (sides: number) => {
    const { said, right } = evaluateRounds({ sides, rounds: 40 }, 500);
    return said - right;
  };
  expect(Math.abs(tooMuch(12))).toBeLessThan(0.03);
  expect(tooMuch(3)).toBeGreaterThan(0.1);
});
