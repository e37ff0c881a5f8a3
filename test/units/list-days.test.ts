// Days in a list's file, as people and spreadsheets write them.
import { expect, test } from 'vitest';
import { knownColumns, readRows } from '#server/lists/read-rows.ts';
import { tableOf } from '#season-files/text.ts';

const NO_NAMES = { idOf: () => '', nameOf: () => '' };
function daysOf(...days: string[]): unknown[] {
  const lines = [['name', 'starts on'], ...days.map((day, at) => [`Tournament ${at}`, day])];
  const read = tableOf(lines.map((cells, at) => ({ line: at + 1, cells })));
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
