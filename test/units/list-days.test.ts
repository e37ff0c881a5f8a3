// Days in a list's file, as people and spreadsheets write them.
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { knownColumns, readRows } from '#server/lists/read-rows.ts';
import { readAnyTable } from '#season-files/season-file.ts';
import { writeSheets } from '#season-files/sheets-write.ts';
import { tableOf, type Table } from '#season-files/text.ts';

const NO_NAMES = { idOf: () => '', nameOf: () => '' };
const linesOf = (days: readonly string[]) => [['name', 'starts on'], ...days.map((day, at) => [`2026${at}`, day])];
const daysOf = (...days: string[]): unknown[] =>
  daysIn(tableOf(linesOf(days).map((cells, at) => ({ line: at + 1, cells }))));
function daysIn(read: Table): unknown[] {
  const { table } = knownColumns('tournaments', read);
  return readRows('tournaments', table, NO_NAMES).map(({ values, problem }) => problem ?? values['startsOn']);
}

test('a day is read as people write it, and as a workbook stores it', () => {
  expect(daysOf('2026-10-03', '10/3/2026', '46298')).toEqual(['2026-10-03', '2026-10-03', '2026-10-03']);
  // The first of March after a leap day, and the last day of a year.
  expect(daysOf('46813', '46387')).toEqual(['2028-03-01', '2026-12-31']);
});

test('other numbers are no day', () => {
  const refusal = (text: string) => `The starts on is “${text}”. It must be a day such as 2026-11-22.`;
  for (const text of ['2026', '1', '146298', '20261', '46298.5', '2026-02-30'])
    expect(daysOf(text)).toEqual([refusal(text)]);
});

test.each(['1', 'true', '0'])('a workbook may count its days from 1904 (date1904="%s")', (date1904) => {
  const parts = unzipSync(writeSheets([{ name: 'Tournaments', rows: linesOf(['44836', '2026-10-04']) }]));
  const workbook = strFromU8(parts['xl/workbook.xml']!);
  const set = workbook.replace('<sheets>', `<workbookPr date1904="${date1904}"/><sheets>`);
  const bytes = zipSync({ ...parts, 'xl/workbook.xml': strToU8(set) });
  expect(daysIn(readAnyTable('list.xlsx', bytes, 10))).toEqual([
    date1904 === '0' ? '2022-10-02' : '2026-10-03',
    '2026-10-04',
  ]);
});
