// The mapping of the 28 cells, cell by cell. The table is written out by hand and shares nothing with the code
// that it checks.
import { expect, test } from 'vitest';
import { ballotFrom, emptyBallot } from '#ballot/extracted.ts';
import { recognitionLabel, SCORE_FIELDS, TEXT_FIELDS } from '#ballot/form.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { rowsOf } from '#ballot/sheet/sheet.ts';

/** The recognizer's label, the form's field, and the row and column of the Scores table. */
const CELLS = [
  ['P Opening', 'pOpen', 0, 'p'],
  ['P Direct #1', 'pDirect1', 1, 'p'],
  ['P Direct W #1', 'pWDirect1', 2, 'p'],
  ['P Cross W #1', 'pWCross1', 3, 'p'],
  ['P Direct #2', 'pDirect2', 4, 'p'],
  ['P Direct W #2', 'pWDirect2', 5, 'p'],
  ['P Cross W #2', 'pWCross2', 6, 'p'],
  ['P Direct #3', 'pDirect3', 7, 'p'],
  ['P Direct W #3', 'pWDirect3', 8, 'p'],
  ['P Cross W #3', 'pWCross3', 9, 'p'],
  ['P Cross #1', 'pCross1', 12, 'p'],
  ['P Cross #2', 'pCross2', 15, 'p'],
  ['P Cross #3', 'pCross3', 18, 'p'],
  ['P Closing', 'pClose', 19, 'p'],
  ['D Opening', 'dOpen', 0, 'd'],
  ['D Cross #1', 'dCross1', 3, 'd'],
  ['D Cross #2', 'dCross2', 6, 'd'],
  ['D Cross #3', 'dCross3', 9, 'd'],
  ['D Direct #1', 'dDirect1', 10, 'd'],
  ['D Direct W #1', 'dWDirect1', 11, 'd'],
  ['D Cross W #1', 'dWCross1', 12, 'd'],
  ['D Direct #2', 'dDirect2', 13, 'd'],
  ['D Direct W #2', 'dWDirect2', 14, 'd'],
  ['D Cross W #2', 'dWCross2', 15, 'd'],
  ['D Direct #3', 'dDirect3', 16, 'd'],
  ['D Direct W #3', 'dWDirect3', 17, 'd'],
  ['D Cross W #3', 'dWCross3', 18, 'd'],
  ['D Closing', 'dClose', 19, 'd'],
] as const;

const ROWS = rowsOf(COLLEGE_28);

test.each(CELLS)('the label %s, the field %s and row %i of the table are one cell', (label, field, row, side) => {
  expect(recognitionLabel(field)).toBe(label);
  expect(ROWS[row]?.[side]?.key).toBe(field);
});

test('the table has these 28 cells and no others', () => {
  const inTable = ROWS.flatMap((row) => [row.p?.key, row.d?.key]).filter((field) => field !== undefined);
  expect(inTable).toHaveLength(28);
  expect(inTable.toSorted()).toEqual(CELLS.map(([, field]) => field).toSorted());
});

test('each column goes from the opening to the closing, as on the paper', () => {
  expect(SCORE_FIELDS).toEqual(CELLS.map(([, field]) => field));
});

// Eleven scores can't tell 28 cells apart, so each cell has a number of three digits, one per run, and a fourth run.
const digitsOf = (index: number) => [index % 3, Math.floor(index / 3) % 3, Math.floor(index / 9)];

test.each([0, 1, 2, 3])('28 distinct numbers, digit %i of each, arrive in 28 distinct fields', (place) => {
  const digit = (index: number) => digitsOf(index)[place] ?? index % 7;
  const fields = Object.fromEntries(CELLS.map(([label], index) => [label, { value: digit(index) + 1, confidence: 1 }]));
  const ballot = ballotFrom(fields);
  expect(Object.fromEntries(CELLS.map(([, field]) => [field, ballot[field]]))).toEqual(
    Object.fromEntries(CELLS.map(([, field], index) => [field, digit(index) + 1])),
  );
});

test('the three texts have their labels', () => {
  expect(TEXT_FIELDS.map(recognitionLabel)).toEqual(['Judge Name', 'P Team', 'D Team']);
});

test('the rows are grouped by witness, and only the calling side has direct scores', () => {
  expect(
    COLLEGE_28.sections.flatMap(({ title, rows }) =>
      rows.map(({ label }) => [title, label].filter(Boolean).join(' / ')),
    ),
  ).toEqual([
    'Opening',
    ...['P Witness 1', 'P Witness 2', 'P Witness 3', 'D Witness 1', 'D Witness 2', 'D Witness 3'].flatMap((witness) => [
      `${witness} / Direct-Attorney`,
      `${witness} / Direct-Witness`,
      `${witness} / Cross`,
    ]),
    'Closing',
  ]);
  expect(ROWS.filter((row) => row.p === null)).toHaveLength(6);
  expect(ROWS.filter((row) => row.d === null)).toHaveLength(6);
});

test('an empty ballot has 28 zeros and three empty texts', () => {
  const ballot = emptyBallot();
  expect(Object.keys(ballot)).toHaveLength(31);
  expect(SCORE_FIELDS.every((field) => ballot[field] === 0)).toBe(true);
});
