// Rules that hold for the scores of every sheet.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextDoubtful, doubtsOf } from '#ballot/doubts.ts';
import { moveFrom } from '#ballot/moves.ts';
import { coerceScore, maximumOf, totalOf } from '#ballot/score.ts';
import { problemsOf } from '#ballot/sheet/problems.ts';
import { cellsOf, keysOf, type Sheet } from '#ballot/sheet/sheet.ts';
import { anySheet, row, sheetOf } from './sheets.ts';

/** A sheet with arbitrary numbers, brought into the range of each cell. */
const scored = anySheet.chain((sheet) =>
  fc.tuple(
    fc.constant(sheet),
    fc
      .array(fc.integer({ min: -5, max: 150 }), { minLength: 60, maxLength: 60 })
      .map((numbers) =>
        Object.fromEntries(cellsOf(sheet).map((cell, index) => [cell.key, coerceScore(numbers[index], cell)])),
      ),
  ),
);
const totals = (sheet: Sheet, scores: Record<string, number>): number[] => [
  totalOf(sheet, scores, 'p'),
  totalOf(sheet, scores, 'd'),
];

test('an arbitrary sheet has no problem', () => {
  fc.assert(
    fc.property(anySheet, (sheet) => {
      expect(problemsOf(sheet)).toEqual([]);
    }),
  );
});

test('a total is never above the maximum, and is the maximum with the highest scores', () => {
  fc.assert(
    fc.property(scored, ([sheet, scores]) => {
      const highest = Object.fromEntries(cellsOf(sheet).map(({ key, max }) => [key, max]));
      for (const side of ['p', 'd'] as const) {
        expect(totalOf(sheet, scores, side)).toBeLessThanOrEqual(maximumOf(sheet, side));
        expect(totalOf(sheet, highest, side)).toBe(maximumOf(sheet, side));
      }
    }),
  );
});

test('the order of the sections changes no total', () => {
  fc.assert(
    fc.property(scored, ([sheet, scores]) => {
      const turned = { ...sheet, sections: sheet.sections.toReversed() };
      expect(totals(turned, scores)).toEqual(totals(sheet, scores));
    }),
  );
});

test('doubling every weight doubles the totals', () => {
  fc.assert(
    fc.property(scored, ([sheet, scores]) => {
      const sections = sheet.sections.map((section) => ({
        ...section,
        rows: section.rows.map((one) => ({ ...one, weight: 2 * one.weight })),
      }));
      expect(totals({ ...sheet, sections }, scores)).toEqual(totals(sheet, scores).map((total) => 2 * total));
    }),
  );
});

test('a score counts for its own side, as often as its weight says', () => {
  fc.assert(
    fc.property(scored, ([sheet, scores]) => {
      const { key, side, weight } = cellsOf(sheet).at(-1)!;
      const one = { ...scores, [key]: scores[key]! + 1 };
      const [p, d] = totals(sheet, scores);
      expect(totals(sheet, one)).toEqual([p! + (side === 'p' ? weight : 0), d! + (side === 'd' ? weight : 0)]);
    }),
  );
});

test('down goes through every cell once, in paper order, and across changes the side', () => {
  fc.assert(
    fc.property(anySheet, (sheet) => {
      const path: string[] = [];
      for (let key = keysOf(sheet)[0] ?? null; key; key = moveFrom(sheet, key, 'down')) path.push(key);
      expect(path).toEqual(keysOf(sheet));
      for (const key of keysOf(sheet, 'p')) {
        expect(keysOf(sheet, 'd')).toContain(moveFrom(sheet, key, 'right'));
        expect(moveFrom(sheet, key, 'left')).toBeNull();
      }
    }),
  );
});

test('a sheet with one side has nothing across', () => {
  const both = sheetOf([{ title: null, rows: [row('Poise'), row('Voice')] }]);
  const rows = both.sections[0]!.rows.map((one) => ({ ...one, d: null }));
  const single = { ...both, sides: { ...both.sides, d: null }, sections: [{ title: null, rows }] };
  expect(keysOf(single)).toEqual(['pPoise', 'pVoice']);
  expect(moveFrom(single, 'pPoise', 'right')).toBeNull();
});

test('scores of different ranges are compared in points of ten', () => {
  const rows = Array.from({ length: 9 }, (_, index) => ({
    ...row(`Part ${index}`),
    max: index === 0 ? 5 : 10,
    d: null,
  }));
  const sheet = sheetOf([{ title: null, rows }]);
  const given = (first: number) => ({
    scores: Object.fromEntries(keysOf(sheet).map((key, index) => [key, index === 0 ? first : 8])),
    fields: null,
    checked: Object.fromEntries(keysOf(sheet).map((key) => [key, 'typed' as const])),
  });
  // 4 of 5 is as good as 8 of 10, 2 of 5 is four points worse. A 1 can't be a 10 where 5 is the most.
  expect([...doubtsOf(sheet, given(4))]).toEqual([]);
  expect([...doubtsOf(sheet, given(2))]).toEqual([['pPart0', ['far below']]]);
  expect([...doubtsOf(sheet, given(1))]).toEqual([['pPart0', ['far below']]]);
  expect(nextDoubtful(sheet, ['pPart0'], 'pPart3')).toBe('pPart0');
});

test('a reading outside of the range isn’t a whole score', () => {
  const sheet = sheetOf([{ title: null, rows: [{ ...row('Opening'), min: 1, max: 5 }] }]);
  const fields = { 'P Opening': { value: 7, confidence: 1 }, 'D Opening': { value: 0, confidence: 1 } };
  const doubts = doubtsOf(sheet, { scores: { pOpening: 5, dOpening: 1 }, fields, checked: {} });
  expect([...doubts]).toEqual([
    ['pOpening', ['not whole']],
    ['dOpening', ['not whole']],
  ]);
});
