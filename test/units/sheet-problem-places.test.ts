// Where the problems of a sheet are, and the last values that are none.
import { expect, test } from 'vitest';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { otherColumns, problemsOf, type SheetProblem } from '#ballot/sheet/problems.ts';
import {
  isSameSheet,
  refOf,
  whyUnreadable,
  type Sheet,
  type SheetCell,
  type SheetRow,
  type SheetSide,
} from '#ballot/sheet/sheet.ts';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import { row, sheetOf } from './sheets.ts';

const OPENING = row('Opening');
const GOOD = sheetOf([{ title: null, rows: [row('Motion')] }]);
const SECTION = { title: 'Speeches', rows: [OPENING] };
const ROW_PATH = ['sections', 1, 'rows', 0];
const withSection = (facts: Partial<typeof SECTION> | { title: null }): Sheet => ({
  ...GOOD,
  sections: [...GOOD.sections, { ...SECTION, ...facts }],
});
const withRow = (facts: Partial<SheetRow>): Sheet => withSection({ rows: [{ ...OPENING, ...facts }] });
const withCell = (facts: Partial<SheetCell>): Sheet => withRow({ d: { ...OPENING.d!, ...facts } });
const withSides = (p: Partial<SheetSide>, d: Partial<SheetSide> | null): Sheet => ({
  ...GOOD,
  sides: { p: { ...GOOD.sides.p, ...p }, d: d && { ...GOOD.sides.d!, ...d } },
});
const ranked = (places: number): Sheet => ({ ...GOOD, ranks: [{ of: 'anyone', places, each: 'trial' }] });
/** A text of so many letters. */
const long = (length: number): string => 'x'.repeat(length);

test.each<[Sheet]>([
  [withSection({ title: null })],
  [withSection({ title: long(40) })],
  [{ ...GOOD, title: long(80), source: long(400), note: long(100), tiesBrokenBy: long(40) }],
  [withSides({ short: long(40), name: long(40), title: long(40) }, {})],
  [withRow({ label: long(40), min: 0, max: 100, weight: 10 })],
  [withRow({ min: 99, max: 100, weight: 1 })],
  [withRow({ p: null })],
  [withCell({ label: long(40), key: `d${'9'.repeat(39)}` })],
  [withCell({ key: 'A' })],
  [ranked(1)],
  [ranked(10)],
  [TRY_OUT],
])('nothing is wrong with: %#', (sheet) => {
  expect(problemsOf(sheet)).toEqual([]);
});

const tooLong = (max: number): string => `“${long(max + 1)}” has ${max + 1} characters. Shorten it to ${max}.`;
const WHOLE = 'Scores are whole numbers from 0 to 100.';
const KEY = 'must begin with a letter and have at most 40 letters and digits.';

test.each<[Sheet, path: SheetProblem['path'], message: string]>([
  [{ ...GOOD, title: ' ' }, ['title'], 'The sheet has no title. Give it one.'],
  [withSides({ short: '' }, {}), ['sides', 'p', 'short'], 'The first side has a blank name. Fill it in.'],
  [withSides({}, { name: ' ' }), ['sides', 'd', 'name'], 'The second side has a blank name. Fill it in.'],
  [withRow({ label: ' ' }), ROW_PATH, 'This row has no name. Name it, or remove it.'],
  [{ ...GOOD, title: long(81) }, ['title'], tooLong(80)],
  [{ ...GOOD, source: long(401) }, ['source'], tooLong(400)],
  [{ ...GOOD, note: long(101) }, ['note'], tooLong(100)],
  [{ ...GOOD, tiesBrokenBy: long(41) }, ['tiesBrokenBy'], tooLong(40)],
  [withSides({ title: long(41) }, {}), ['sides', 'p', 'title'], tooLong(40)],
  [withSides({}, { short: long(41) }), ['sides', 'd', 'short'], tooLong(40)],
  [withSection({ title: long(41) }), ['sections', 1, 'title'], tooLong(40)],
  [withRow({ label: long(41) }), ROW_PATH, tooLong(40)],
  [withRow({ p: { ...OPENING.p!, label: long(41) }, d: null }), ROW_PATH, tooLong(40)],
  [withRow({ p: null, d: { ...OPENING.d!, label: long(41) } }), ROW_PATH, tooLong(40)],
  [withSection({ rows: [] }), ['sections', 1], 'The section “Speeches” has no rows. Add one, or remove the section.'],
  [
    { ...GOOD, sections: [...GOOD.sections, { title: null, rows: [] }] },
    ['sections', 1],
    'A section has no rows. Add one, or remove the section.',
  ],
  [withRow({ min: -1 }), ROW_PATH, `“Opening” goes from -1 to 10. ${WHOLE}`],
  [withRow({ max: 9.5 }), ROW_PATH, `“Opening” goes from 0 to 9.5. ${WHOLE}`],
  [withRow({ min: 11 }), ROW_PATH, '“Opening” goes from 11 to 10. Its highest score must be above its lowest.'],
  [withRow({ weight: 11 }), ROW_PATH, '“Opening” counts 11 times. Choose a whole number from 1 to 10.'],
  [withRow({ p: null, d: null }), ROW_PATH, '“Opening” is scored for neither side. Choose a side, or remove the row.'],
  [withCell({ key: '9d' }), ROW_PATH, `The key “9d” ${KEY}`],
  [withCell({ key: '_d' }), ROW_PATH, `The key “_d” ${KEY}`],
  [withCell({ key: 'd_9' }), ROW_PATH, `The key “d_9” ${KEY}`],
  [withCell({ key: long(41) }), ROW_PATH, `The key “${long(41)}” ${KEY}`],
  [withCell({ key: 'toString' }), ROW_PATH, 'The key “toString” is taken. Choose another one for “D Opening”.'],
  [
    { ...GOOD, sides: TRY_OUT.sides },
    ['sections', 0, 'rows', 0],
    '“Motion” is scored for a second side. This sheet has only one.',
  ],
  [
    sheetOf([{ title: null, rows: [{ ...OPENING, p: null }] }]),
    ['sides', 'p'],
    '“P Team” has no scores. Add at least one.',
  ],
  [
    sheetOf([{ title: null, rows: [{ ...OPENING, d: null }] }]),
    ['sides', 'd'],
    '“D Team” has no scores. Add at least one.',
  ],
  [withCell({ key: 'POpening' }), ['sections'], 'Two scores have the key “pOpening”. Give each a key of its own.'],
  [withCell({ label: ' p opening' }), ['sections'], 'Two scores are called “P Opening”. Give each a name of its own.'],
  [ranked(0), ['ranks', 0], 'The judge can’t rank the best 0. Choose a whole number from 1 to 10.'],
  [ranked(11), ['ranks', 0], 'The judge can’t rank the best 11. Choose a whole number from 1 to 10.'],
  [{ ...GOOD, ranks: [...ranked(2).ranks, ...ranked(1).ranks] }, ['ranks'], 'The ranks of anyone are asked for twice.'],
])('this is all that is wrong, and where: %#', (sheet, path, message) => {
  expect(problemsOf(sheet)).toEqual([{ path, message }]);
});

test.each([{ short: 'd' }, { name: 'D team' }, { title: 'DEFENSE' }])('two sides aren’t called alike: %j', (facts) => {
  const message = `Both sides are called “${Object.values(facts).join('')}”. Give each a name of its own.`;
  expect(problemsOf(withSides(facts, {}))).toEqual([{ path: ['sides'], message }]);
  expect(problemsOf(withSides(facts, null))).not.toContainEqual({ path: ['sides'], message });
});

test('a sheet with too many scores says how many it has', () => {
  const rows = Array.from({ length: 31 }, (_, index) => row(`Part ${index}`));
  expect(problemsOf(sheetOf([{ title: null, rows }]))).toEqual([
    { path: ['sections'], message: 'A sheet can have at most 60 scores. This one has 62.' },
  ]);
});

test.each(['caseName', 'date', 'round', 'judgeName', 'pTeam', 'dTeam', 'totals', 'results', 'toCheck'])(
  'no score has the key %s, which files have for something else',
  (key) => {
    expect(problemsOf(withCell({ key }))).toEqual([
      { path: ROW_PATH, message: `The key “${key}” is taken. Choose another one for “D Opening”.` },
    ]);
  },
);

const COLUMNS =
  'Case/Date/Round/Judge Name/Scores To Check/Season/Tournament/Side/Ballot/Judge/Part/Student/Kind/Score/Team/Opponent/Our Side/Rank/Comment/Margin/Sheet';

test('no score is called like another column of a file', () => {
  const sides = ['P Team', 'P Total', 'P Result', 'D Team', 'D Total', 'D Result'];
  expect(otherColumns(GOOD)).toEqual([...COLUMNS.split('/'), ...sides]);
  expect(otherColumns(TRY_OUT)).toEqual([...COLUMNS.split('/'), 'Candidate', 'Candidate Total', 'Candidate Result']);
  for (const label of otherColumns(GOOD))
    expect(problemsOf(withCell({ label }))).toEqual([
      { path: ['sections'], message: `Files already have a column “${label}”. Give this score another name.` },
    ]);
});

test('a sheet is the same only in the same version', () => {
  expect(refOf(COLLEGE_28)).toEqual({ id: COLLEGE_28.id, version: COLLEGE_28.version });
  expect(isSameSheet(GOOD, refOf(GOOD))).toBe(true);
  expect(isSameSheet(GOOD, { ...GOOD, version: 2 })).toBe(false);
  expect(isSameSheet(GOOD, { ...GOOD, id: 'other' })).toBe(false);
});

test('photos of a sheet are read only if each row goes up to 10 points', () => {
  expect(whyUnreadable(withRow({ max: 10 }))).toBeNull();
  expect(whyUnreadable(withRow({ max: 11 }))).toBe('Photos of this sheet can’t be read yet');
});
