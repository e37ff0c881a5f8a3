import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SCORE_FIELDS } from '#ballot/form.ts';
import { checkTotal } from '#ballot/paper-total.ts';
import { coerceScore, emptyScores, resultText, totalOf, totalText } from '#ballot/score.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';

const TEN = { min: 0, max: 10 };

test.each([
  ['7', 7],
  [' 8 ', 8],
  [10, 10],
  ['10', 10],
  ['11', 10],
  [1000, 10],
  [-1, 0],
  ['-3', 0],
  ['', 0],
  ['x', 0],
  [null, 0],
  [undefined, 0],
  [Number.NaN, 0],
  ['NaN', 0],
  ['9.5', 9],
  [9.9, 9],
  ['8+', 8],
  ['0x9', 0],
])('%j becomes %i', (input, score) => {
  expect(coerceScore(input, TEN)).toBe(score);
});

test('any text becomes an integer from 0 to 10', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double().map(String), fc.json()), (text) => {
      const score = coerceScore(text, TEN);
      return Number.isInteger(score) && score >= 0 && score <= 10;
    }),
  );
});

test('a total adds the 14 scores of its own side', () => {
  const scores = emptyScores();
  SCORE_FIELDS.forEach((field) => (scores[field] = field.startsWith('p') ? 10 : 1));
  expect(totalOf(COLLEGE_28, scores, 'p')).toBe(140);
  expect(totalOf(COLLEGE_28, scores, 'd')).toBe(14);
});

test('a missing score adds nothing to a total', () => {
  expect(totalOf(COLLEGE_28, { ...emptyScores(), pOpen: 7, pClose: null }, 'p')).toBe(7);
});

test('a total shows its shortfall from 140', () => {
  expect(totalText(123, 140)).toBe('123 (-17)');
  expect(totalText(140, 140)).toBe('140 (-0)');
  expect(totalText(0, 140)).toBe('0 (-140)');
});

test('a side wins, loses or ties', () => {
  expect(resultText(123, 120)).toBe('Win (+3)');
  expect(resultText(120, 123)).toBe('Loss (-3)');
  expect(resultText(120, 120)).toBe('Tie');
});

test.each(['', ' '])('the total %j is not entered and is not compared', (entered) => {
  expect(checkTotal(entered, 0, 140)).toBeNull();
});

test.each([
  ['120', 120],
  [' 120 ', 120],
  ['0', 0],
  ['140', 140],
])("the judge's total %j matches the sum %i", (entered, total) => {
  expect(checkTotal(entered, total, 140)).toEqual({ agrees: true, text: 'Matches these scores.' });
});

test.each([
  ['123', 'The judge’s total is 3 higher than these scores.'],
  ['110', 'The judge’s total is 10 lower than these scores.'],
])("the judge's total %j differs from the sum 120", (entered, text) => {
  expect(checkTotal(entered, 120, 140)).toEqual({ agrees: false, text });
});

test.each(['12x', 'x12', '1 2', '141', '1000', '-1', '9.5'])('%j is no total', (entered) => {
  expect(checkTotal(entered, 120, 140)).toEqual({ agrees: false, text: 'Enter a whole number from 0 to 140.' });
});
