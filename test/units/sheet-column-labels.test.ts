// The names of a sheet's columns in files, which come from the names of its sides, sections and rows.
import { expect, test } from 'vitest';
import { withColumnLabels } from '#ballot/sheet/column-labels.ts';
import { keysOf, type Sheet } from '#ballot/sheet/sheet.ts';
import { row, sheetOf } from './sheets.ts';

const labelsOf = (sheet: Sheet): (string | undefined)[] =>
  withColumnLabels(sheet).sections.flatMap(({ rows }) => rows.flatMap(({ p, d }) => [p?.label, d?.label]));
/** The labels of P's scores of rows that are called so. */
const labelsFor = (labels: readonly string[], title: string | null = null, short = 'P') => {
  const sheet = sheetOf([{ title, rows: labels.map((label, at) => ({ ...row(`Row ${at}`), label, d: null })) }]);
  return labelsOf({ ...sheet, sides: { ...sheet.sides, p: { ...sheet.sides.p, short } } }).filter(
    (label) => label !== undefined,
  );
};

test('a column is called by its side, row and section', () => {
  const sheet = sheetOf([
    { title: null, rows: [row('Opening')] },
    { title: 'D Witness 1', rows: [row('Cross'), { ...row('Direct'), p: null }] },
  ]);
  expect(labelsOf(sheet)).toEqual([
    'P Opening',
    'D Opening',
    'P Cross (D Witness 1)',
    'D Cross (D Witness 1)',
    undefined,
    'D Direct (D Witness 1)',
  ]);
  expect(keysOf(withColumnLabels(sheet))).toEqual(keysOf(sheet));
  expect(labelsOf({ ...sheet, sides: { ...sheet.sides, d: null } })[1]).toBe('d Opening');
});

test.each<[what: string, string[], title: string | null, short: string, columns: string[]]>([
  ['spaces around the names', [' Opening '], ' Part ', ' P ', ['P Opening (Part)']],
  ['a section with a blank name', ['Opening'], ' ', 'P', ['P Opening']],
  ['a row with a blank name', [' ', ''], null, 'P', ['P Score', 'P Score 2']],
  ['a side with a blank name', ['Opening'], null, ' ', ['Opening']],
  ['a name that is used again', ['Cross', 'cross', 'CROSS'], null, 'P', ['P Cross', 'P cross 2', 'P CROSS 3']],
  ['other columns of files', ['Total', 'team', 'total'], null, 'P', ['P Total 2', 'P team 2', 'P total 3']],
  ['another column’s name', ['Name'], null, 'Judge', ['Judge Name 2']],
])('%s', (_, labels, title, short, columns) => {
  expect(labelsFor(labels, title, short)).toEqual(columns);
});

test('a column on whose name a side with spaces around it is called isn’t used again', () => {
  const sheet = sheetOf([{ title: null, rows: [row('Side')] }]);
  const { p, d } = sheet.sides;
  expect(labelsOf({ ...sheet, sides: { p: { ...p, name: ' p SIDE ' }, d } })).toEqual(['P Side 2', 'D Side']);
});

test('a long name is cut to 40 characters, with room for a number', () => {
  const long = 'x'.repeat(50);
  expect(labelsFor([long, long])).toEqual([`P ${'x'.repeat(38)}`, `P ${'x'.repeat(36)} 2`]);
  expect(labelsFor(['y'.repeat(38)])).toEqual([`P ${'y'.repeat(38)}`]);
  // Neither a space before the cut nor half a character stays.
  const spaced = `${'x'.repeat(36)}  and more`;
  expect(labelsFor([spaced, spaced])).toEqual([`P ${'x'.repeat(36)}`, `P ${'x'.repeat(36)} 2`]);
  expect(labelsFor([`${'x'.repeat(37)}😀😀`])).toEqual([`P ${'x'.repeat(37)}`]);
  expect(labelsFor([`😀${'x'.repeat(50)}`])).toEqual([`P 😀${'x'.repeat(36)}`]);
});
