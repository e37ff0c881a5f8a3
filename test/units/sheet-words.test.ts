// Score sheets, and the differences between two versions, in words.
import { expect, test } from 'vitest';
import { BUILT_IN } from '#ballot/sheet/built-in.ts';
import { moveRow, withRowFacts, withSide, withTieBreaker, withTitle } from '#ballot/sheet/edit.ts';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import { differences, rowText, sizeText } from '#web/pages/school/sheets/sheet-words.ts';
import { row, sheetOf } from './sheets.ts';

const SHEET = sheetOf([{ title: 'Speeches', rows: [row('Opening'), { ...row('Closing'), weight: 2 }] }]);
const CLOSING = { section: 0, row: 1 };

test('a row says its range, its weight and its sides', () => {
  expect(SHEET.sections[0]!.rows.map((each) => rowText(SHEET, each))).toEqual([
    '0 to 10 · P and D',
    '0 to 10, × 2 · P and D',
  ]);
  expect(rowText(TRY_OUT, TRY_OUT.sections[0]!.rows[0]!)).toBe('1 to 5 · Candidate');
  expect(rowText(SHEET, { ...row('Motion'), p: null, d: null })).toBe('0 to 10');
});

test('a sheet says how many scores it has, and the most points of each side', () => {
  expect(Object.fromEntries(BUILT_IN.map((sheet) => [sheet.id, sizeText(sheet)]))).toMatchObject({
    'college-28': '28 scores, at most 140 points for each side',
    'try-out': '6 scores, at most 30 points',
  });
  const uneven = sheetOf([{ title: null, rows: [row('Opening'), { ...row('Reply'), d: null }] }]);
  expect(sizeText(uneven)).toBe('3 scores, at most 20 points for P and 10 points for D');
});

test('only what differs between two versions is listed', () => {
  expect(differences(withTitle(SHEET, 'Mine'), SHEET)).toEqual([{ label: 'Title', mine: 'Mine', theirs: 'Our sheet' }]);
  expect(differences(withTieBreaker(SHEET, 'the presider'), SHEET)).toEqual([
    { label: 'Ties', mine: 'the presider', theirs: 'Stand' },
  ]);
  expect(differences(withSide(SHEET, 'd', { name: 'Defense' }), SHEET)).toEqual([
    {
      label: 'Sides',
      mine: 'P, P Team, Plaintiff, D, Defense, Defense',
      theirs: 'P, P Team, Plaintiff, D, D Team, Defense',
    },
  ]);
  expect(differences(withRowFacts(SHEET, CLOSING, { label: 'Summation' }), SHEET)).toEqual([
    { label: 'Rows', mine: 'Summation (0 to 10, × 2 · P and D)', theirs: 'Closing (0 to 10, × 2 · P and D)' },
  ]);
});

test('versions with the same rows in another order differ in that', () => {
  expect(differences(moveRow(SHEET, CLOSING, -1), SHEET)).toEqual([
    { label: 'Rows', mine: 'Closing: opening; Opening: opening', theirs: 'Opening: opening; Closing: opening' },
  ]);
});
