import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SCORE_FIELDS } from '#ballot/form.ts';
import { checkTotal } from '#ballot/paper-total.ts';
import { coerceScore, emptyScores, resultText, totalOf, totalText } from '#ballot/score.ts';

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
])('%j counts as %i', (input, score) => {
  expect(coerceScore(input)).toBe(score);
});

test('whatever comes in, a score is an integer from 0 to 10', () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: false }), (input) => {
      let text: string;
      try {
        text = String(input);
      } catch {
        // Something that cannot even be written down never comes out of an input field or JSON.
        return true;
      }
      const score = coerceScore(text);
      return Number.isInteger(score) && score >= 0 && score <= 10;
    }),
  );
});

test('a total adds the 14 scores of its own side alone', () => {
  const scores = emptyScores();
  SCORE_FIELDS.forEach((field) => (scores[field] = field.startsWith('p') ? 10 : 1));
  expect(totalOf(scores, 'p')).toBe(140);
  expect(totalOf(scores, 'd')).toBe(14);
});

test('a total shows what is missing to 140', () => {
  expect(totalText(123)).toBe('123 (-17)');
  expect(totalText(140)).toBe('140 (-0)');
  expect(totalText(0)).toBe('0 (-140)');
});

test('a side wins, loses or ties', () => {
  expect(resultText(123, 120)).toBe('Win (+3)');
  expect(resultText(120, 123)).toBe('Loss (-3)');
  expect(resultText(120, 120)).toBe('Tie');
});

test('the total on the paper is compared once it is entered', () => {
  expect(checkTotal('', 120)).toBeNull();
  expect(checkTotal('120', 120)).toEqual({ agrees: true, text: 'Matches the cells.' });
  expect(checkTotal('123', 120)?.text).toContain('3 more than the cells');
  expect(checkTotal('110', 120)?.text).toContain('10 less than the cells');
  expect(checkTotal('12x', 120)?.agrees).toBe(false);
  expect(checkTotal('141', 120)?.agrees).toBe(false);
});
