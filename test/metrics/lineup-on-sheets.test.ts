// What is said about a line-up is in the points of its score sheet, and about what the sheet scores.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CALIFORNIA } from '#ballot/sheet/california.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { removeRow, withRole } from '#ballot/sheet/edit.ts';
import { totalOf } from '#ballot/score.ts';
import { cellsOf, type Sheet } from '#ballot/sheet/sheet.ts';
import { compareLineUps, neverTried, strengthOf, whomToTry, type LineUp } from '#metrics/lineup.ts';
import { ALL_PARTS } from '#metrics/scores.ts';
import { seasonModelOf, type SeasonModel } from '#metrics/season-model.ts';
import { partOf, rowsOnSheet, scoredParts } from '#metrics/sheet-parts.ts';
import { anyTrial } from '../units/sheets.ts';

const namesOf = (name: string): LineUp => Object.fromEntries(ALL_PARTS.map((part) => [part, `${name} ${part}`]));
const [ONE, OTHER] = [namesOf('Ann'), namesOf('Ben')];

/** Four rounds, in which one line-up gets all the points and another one none. */
const seasonOn = (sheet: Sheet): SeasonModel =>
  seasonModelOf(
    [ONE, OTHER].flatMap((students, at) =>
      ['1', '2'].flatMap((round) =>
        rowsOnSheet(sheet)({
          season: '',
          tournament: '',
          round: `${at} ${round}`,
          ballot: 'a',
          judge: '',
          students: { p: students, d: {} },
          scores: Object.fromEntries(
            cellsOf(sheet).map(({ key, side, min, max }) => [key, side === 'p' && at === 0 ? max : min]),
          ),
        }),
      ),
    ),
  );

test('on a ballot, a line-up adds to its side’s total what the figures of its people come to', () => {
  fc.assert(
    fc.property(anyTrial, (sheet) => {
      const model = seasonOn(sheet);
      const estimateOf = new Map(model.estimates.map((each) => [`${each.role} ${each.student}`, each.estimate]));
      /** A ballot of average people, and what these would get. */
      const totalWith = (lineUp: LineUp): number =>
        totalOf<string>(
          sheet,
          Object.fromEntries(
            cellsOf(sheet).map((cell) => {
              const part = partOf(cell);
              const ofTen = part === null ? 0 : (estimateOf.get(`${cell.role} ${lineUp[part]}`) ?? 0);
              return [cell.key, (ofTen * (cell.max - cell.min)) / 10];
            }),
          ),
          'p',
        );
      const scored = scoredParts(sheet, 'p');
      expect(strengthOf(model, ONE, scored).sum).toBeCloseTo(totalWith(ONE), 8);
      expect(compareLineUps(model, ONE, OTHER, scored).sum).toBeCloseTo(totalWith(ONE) - totalWith(OTHER), 8);
    }),
    { numRuns: 30 },
  );
});

test('in California a closing counts twice, and so does a better closer', () => {
  const model = seasonOn(CALIFORNIA);
  const scored = scoredParts(CALIFORNIA, 'p');
  const [closing, opening] = [{ close: 'Zoe' }, { open: 'Zoe' }].map((lineUp) => strengthOf(model, lineUp, scored));
  expect(closing!.deviation).toBeCloseTo(2 * opening!.deviation, 12);
});

test('nobody is asked for a cross of witnesses on a sheet that scores none', () => {
  const withoutCross = [1, 2, 3, 4, 5, 6].reduce(
    (sheet, section) =>
      section < 4 ? withRole(sheet, { section, row: 2 }, 'p', null) : removeRow(sheet, { section, row: 2 }),
    COLLEGE_28 as Sheet,
  );
  const model = seasonOn(withoutCross);
  const scored = scoredParts(withoutCross, 'p');
  expect(neverTried(model, ['Zoe'], scored).get('Zoe')).not.toContain('witness-cross');
  expect(whomToTry(model, 'witness1', ['Zoe'], scored).map(({ role }) => role)).toEqual(['witness-direct']);
  expect(strengthOf(model, { witness1: 'Zoe' }, scored).deviation).toBeCloseTo(Math.sqrt(model.variances.student), 12);
});
