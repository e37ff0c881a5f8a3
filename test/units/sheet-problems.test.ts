// The problems of a sheet, which the contract reports in the same words.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { problemsOf } from '#ballot/sheet/problems.ts';
import { whyUnreadable, type Sheet, type SheetRow } from '#ballot/sheet/sheet.ts';
import { sheet as schema } from '#contract/sheets.ts';
import { row, sheetOf } from './sheets.ts';

const messagesOf = (sheet: Sheet): string[] => problemsOf(sheet).map(({ message }) => message);
const withRow = (changed: Partial<SheetRow>): Sheet =>
  sheetOf([{ title: null, rows: [{ ...row('Opening'), ...changed }] }]);
const rowsNamed = (count: number): SheetRow[] => Array.from({ length: count }, (_, index) => row(`Part ${index}`));
const GOOD = sheetOf([{ title: 'Speeches', rows: [row('Opening'), row('Closing')] }]);

test('a sheet is unchanged after a round trip through JSON and the contract', () => {
  for (const sheet of [GOOD, COLLEGE_28]) expect(schema.parse(JSON.parse(JSON.stringify(sheet)))).toEqual(sheet);
});

test.each<[Sheet, string]>([
  [withRow({ min: 0.5 }), '“Opening” goes from 0.5 to 10. Scores are whole numbers from 0 to 100.'],
  [withRow({ max: 101 }), '“Opening” goes from 0 to 101. Scores are whole numbers from 0 to 100.'],
  [withRow({ min: 10 }), '“Opening” goes from 10 to 10. Its highest score must be above its lowest.'],
  [withRow({ weight: 0 }), '“Opening” counts 0 times. Choose a whole number from 1 to 10.'],
  [withRow({ weight: 1.5 }), '“Opening” counts 1.5 times. Choose a whole number from 1 to 10.'],
  [withRow({ d: null }), '“D Team” has no scores. Add at least one.'],
  [
    sheetOf([{ title: null, rows: [row('Opening'), { ...row('Motion'), p: null, d: null }] }]),
    '“Motion” is scored for neither side. Choose a side, or remove the row.',
  ],
  [{ ...GOOD, sides: { ...GOOD.sides, d: null } }, '“Opening” is scored for a second side. This sheet has only one.'],
  [
    sheetOf([{ title: 'Speeches', rows: [] }, ...GOOD.sections]),
    'The section “Speeches” has no rows. Add one, or remove the section.',
  ],
  [sheetOf([{ title: null, rows: rowsNamed(31) }]), 'A sheet can have at most 60 scores. This one has 62.'],
  [
    withRow({ p: { ...row('Opening').p!, key: 'p open' } }),
    'The key “p open” must begin with a letter and have at most 40 letters and digits.',
  ],
  [
    withRow({ p: { ...row('Opening').p!, key: 'constructor' } }),
    'The key “constructor” is taken. Choose another one for “P Opening”.',
  ],
  [
    withRow({ p: { ...row('Opening').p!, key: 'judgeName' } }),
    'The key “judgeName” is taken. Choose another one for “P Opening”.',
  ],
  [
    withRow({ p: { ...row('Opening').p!, key: 'dOpening' } }),
    'Two scores have the key “dOpening”. Give each a key of its own.',
  ],
  [
    withRow({ p: { ...row('Opening').p!, label: 'D OPENING' } }),
    'Two scores are called “D OPENING”. Give each a name of its own.',
  ],
  [
    withRow({ p: { ...row('Opening').p!, label: 'P Total' } }),
    'Files already have a column “P Total”. Give this score another name.',
  ],
  [
    { ...GOOD, sides: { p: GOOD.sides.p, d: { ...GOOD.sides.d!, name: 'P team' } } },
    'Both sides are called “P Team”. Give each a name of its own.',
  ],
  [withRow({ label: 'x'.repeat(41) }), `“${'x'.repeat(41)}” has 41 characters. Shorten it to 40.`],
  [
    { ...GOOD, ranks: [{ of: 'attorney', places: 0, each: 'trial' }] },
    'The judge can’t rank the best 0. Choose a whole number from 1 to 10.',
  ],
  [
    {
      ...GOOD,
      ranks: [
        { of: 'witness', places: 4, each: 'trial' },
        { of: 'witness', places: 3, each: 'side' },
      ],
    },
    'The ranks of witness are asked for twice.',
  ],
])('a sheet is refused in words: %#', (sheet, message) => {
  expect(messagesOf(sheet)).toContain(message);
  const refused = schema.safeParse(sheet);
  expect(refused.error?.issues.map((issue) => issue.message)).toContain(message);
});

test('a problem says where it is', () => {
  const bad = sheetOf([...GOOD.sections, { title: null, rows: [row('Motion'), { ...row('Reply'), weight: 11 }] }]);
  expect(problemsOf(bad).map(({ path }) => path)).toEqual([['sections', 1, 'rows', 1]]);
});

test('the example of the documentation has no problem', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/sheets.md'), 'utf8');
  const [, example = ''] = /```json\n(.*?)```/s.exec(text) ?? [];
  expect(schema.parse(JSON.parse(example)).id).toBe('our-scrimmage');
});

test('60 scores of two sides have no problem', () => {
  expect(messagesOf(sheetOf([{ title: null, rows: rowsNamed(30) }]))).toEqual([]);
});

test('photos are read up to 10 points', () => {
  expect(whyUnreadable(COLLEGE_28)).toBeNull();
  expect(whyUnreadable(withRow({ min: 1, max: 5 }))).toBeNull();
  expect(whyUnreadable(withRow({ max: 20 }))).toBe('Photos of this sheet can’t be read yet');
});
