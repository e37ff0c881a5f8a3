// CSV text, written and read to the letter.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine, csvLines, csvText, unescapeFormula } from '#ballot/csv.ts';

type Read = [line: number, cells: string[], closed?: false];
test.each<[string, Read[], separator?: string]>([
  ['', []],
  ['\n', [[1, ['']]]],
  ['a,b', [[1, ['a', 'b']]]],
  ['a,', [[1, ['a', '']]]],
  [
    'one,two\r\nthree\n\nfour\n',
    [
      [1, ['one', 'two']],
      [2, ['three']],
      [3, ['']],
      [4, ['four']],
    ],
  ],
  ['a\rb,c\r\n', [[1, ['a\rb', 'c']]]],
  ['"a,b",c', [[1, ['a,b', 'c']]]],
  [
    '"a\nb",c\nd',
    [
      [1, ['a\nb', 'c']],
      [3, ['d']],
    ],
  ],
  ['"say ""hi""",x', [[1, ['say "hi"', 'x']]]],
  ['"",""""\n', [[1, ['', '"']]]],
  ['""', []],
  ['5" tall,x', [[1, ['5" tall', 'x']]]],
  ['"a"b "c",d', [[1, ['ab "c"', 'd']]]],
  ['"', [[1, [''], false]]],
  ['"a', [[1, ['a'], false]]],
  [
    'a\nb,"c\nd',
    [
      [1, ['a']],
      [2, ['b', 'c\nd'], false],
    ],
  ],
  ['a;b,c', [[1, ['a', 'b,c']]], ';'],
])('the lines of %j', (text, lines, separator) => {
  const expected = lines.map(([line, cells, closed = true]) => ({ line, cells, closed }));
  expect([...csvLines(text, separator)]).toEqual(expected);
});

test('numbers stay numbers, texts are no formulas, and a cell is quoted only where it must be', () => {
  expect(csvLine([-5, '-5', 0.5, 'a b'])).toBe("-5,'-5,0.5,a b\r\n");
  expect(csvLine(['a,b', 'a"b', 'a;b', 'a\rb', 'a\nb'])).toBe('"a,b","a""b","a;b","a\rb","a\nb"\r\n');
  expect(csvText([['a'], [1, 2]])).toBe('\uFEFFa\r\n1,2\r\n');
});

test('cells are read back as they were written', () => {
  const text = fc.array(fc.constantFrom('"', ',', '\n', '\r', 'a', ' ', '=', "'")).map((letters) => letters.join(''));
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 2, maxLength: 4 })), (rows) => {
      const lines = [...csvLines(csvText(rows).slice(1))];
      expect(lines.map(({ cells }) => cells.map(unescapeFormula))).toEqual(rows);
    }),
  );
});
