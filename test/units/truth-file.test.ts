import { describe, expect, test } from 'vitest';
import { recognitionLabel, SCORE_FIELDS } from '#ballot/form.ts';
import { readTruth, truthTemplate } from '../../scripts/tools/truth-file.ts';

const head = ['Photo', 'Judge', ...SCORE_FIELDS.map(recognitionLabel)];
const line = (photo: string, judge: string, first: string): string[] => [
  photo,
  judge,
  first,
  ...SCORE_FIELDS.slice(1).map(() => '7'),
];
const file = (separator: string, ...lines: string[][]): string =>
  [head, ...lines].map((cells) => cells.join(separator)).join('\r\n');

describe('the file that says what a school’s photos show', () => {
  test.each([',', ';', '\t'])('is read as spreadsheets save it, separated by %j', (separator) => {
    const [truth] = readTruth(`\uFEFF${file(separator, line('a.jpg', 'Judge 1', '10'))}\r\n`);
    expect(truth).toMatchObject({ photo: 'a.jpg', judge: 'Judge 1' });
    expect(truth!.scores.pOpen).toBe(10);
    expect(truth!.scores.dClose).toBe(7);
  });

  test.each([
    ['', null],
    ['0', 0],
    ['9.5', 'odd'],
    ['8+', 'odd'],
    ['11', 'odd'],
  ] as const)('a cell %j counts as %j', (cell, truth) => {
    expect(readTruth(file(',', line('a.jpg', '', cell)))[0]!.scores.pOpen).toBe(truth);
  });

  test('without a judge’s name every photo counts as another judge’s', () => {
    const truths = readTruth(file(',', line('a.jpg', '', '1'), line('b.jpg', '', '1')));
    expect(truths.map(({ judge }) => judge)).toEqual(['a.jpg', 'b.jpg']);
  });

  test('is refused when a column is missing or a photo is listed twice', () => {
    expect(() => readTruth('Photo,Judge\na.jpg,')).toThrow('has no column "P Opening"');
    expect(() => readTruth(file(',', line('a.jpg', '', '1'), line('a.jpg', '', '1')))).toThrow(
      '"a.jpg" is listed twice.',
    );
  });

  test('as a template it has a line for each photo and every score empty', () => {
    const truths = readTruth(truthTemplate(['a.jpg', 'b.jpg']));
    expect(truths.map(({ photo }) => photo)).toEqual(['a.jpg', 'b.jpg']);
    expect(Object.values(truths[1]!.scores).every((score) => score === null)).toBe(true);
  });
});
