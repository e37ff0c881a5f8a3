// No text in an exported CSV file becomes a formula, whatever separator a spreadsheet uses, and each text reads back unchanged.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLines, csvText, escapeFormula, unescapeFormula } from '#ballot/csv.ts';

const piece = fc.constantFrom('=', '+', '-', '@', '＝', '＠', "'", '"', ';', ',', '\t', '\r', '\n', ' ', 'a', '1');
const text = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''));
const FORMULA = /^[=+\-@＝＋－＠]/;

test.each([',', ';', '\t'])('a spreadsheet that separates cells by %j finds no formula', (separator) => {
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 3 }), { maxLength: 3 }), (rows) => {
      const file = csvText(rows).slice(1);
      const cells = [...csvLines(file, separator)].flatMap((line) => line.cells);
      expect(cells.filter((cell) => FORMULA.test(cell))).toEqual([]);
    }),
    { numRuns: 3000 },
  );
});

test('a text reads back unchanged', () => {
  fc.assert(
    fc.property(text, (one) => {
      expect(unescapeFormula(escapeFormula(one))).toBe(one);
    }),
    { numRuns: 5000 },
  );
});

test.each([
  ['a;=1+1;b', "a;'=1+1;b"],
  ['a; @SUM(A1)', "a; '@SUM(A1)"],
  ['calm\n-5 for the accent', "calm\n'-5 for the accent"],
  ['a-b; c=d', 'a-b; c=d'],
])('%j is written as %j', (before, after) => {
  expect(escapeFormula(before)).toBe(after);
});

test.each([
  ["'=1", '=1'],
  ["''=1", "'=1"],
  ["'tis", "'tis"],
  ["a;'=1", 'a;=1'],
  ["it's", "it's"],
  ['=1', '=1'],
])('%j is read as %j', (cell, read) => {
  expect(unescapeFormula(cell)).toBe(read);
});
