// Workbooks whose cells somebody has merged, such as a tournament's name beside its ballots.
import { strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readSeasonFile } from '#season-files/season-file.ts';
import { openWorkbook } from '#season-files/sheets-read.ts';
import { writeSheets } from '#season-files/sheets-write.ts';
import { communityWorkbook } from './community-workbook.ts';

const cell = (at: string, value: string): string => `<c r="${at}"><v>${value}</v></c>`;
const row = (line: number, ...cells: string[]): string => `<row r="${line}">${cells.join('')}</row>`;

function rowsWith(rows: readonly string[], ranges: readonly string[]): string[][] {
  const merged = ranges.map((range) => `<mergeCell ref="${range}"/>`);
  const sheet = `<worksheet><sheetData>${rows.join('')}</sheetData><mergeCells>${merged.join('')}</mergeCells></worksheet>`;
  const files = unzipSync(writeSheets([{ name: 'Ballots', rows: [['a']] }]));
  const { rowsOf } = openWorkbook(zipSync({ ...files, 'xl/worksheets/sheet1.xml': strToU8(sheet) }));
  return rowsOf('Ballots').map(({ cells }) => cells);
}

test('cells that are merged down a column have the value of the first one', () => {
  const rows = [
    row(1, cell('A1', '1'), cell('C1', '3')),
    row(2, '<c r="A2"/>', cell('B2', '5'), cell('C2', '6')),
    row(4, cell('B4', '7')),
    row(5, cell('B5', '8')),
  ];
  expect(rowsWith(rows, ['A1:A4', 'C2:C4'])).toEqual([
    ['1', '', '3'],
    ['1', '5', '6'],
    ['1', '7', '6'],
    ['', '8'],
  ]);
  // A title over several columns stays in the first one, and nonsense is no merged cell.
  const nonsense = ['A1:C1', 'XFD1:XFD4', 'A0:A2', 'A5', '', 'A4:A1'];
  expect(rowsWith(rows, nonsense)).toEqual(rowsWith(rows, []));
});

test('cells that are merged again and again are not filled without end', () => {
  const rows = Array.from({ length: 2000 }, (_, at) => row(at + 1, cell(`B${at + 1}`, '1')));
  const again = Array.from({ length: 600 }, () => 'B1:B2000');
  expect(() => rowsWith(rows, again)).toThrow('The workbook has more than 1,000,000 cells.');
});

test('cells that are merged beside the ballots of the community’s workbook begin no rounds and name no students', () => {
  const files = unzipSync(communityWorkbook());
  const ranges = ['A1:A31', 'B2:B4', 'C11:C12'].map((range) => `<mergeCell ref="${range}"/>`).join('');
  const sheet = new TextDecoder().decode(files['xl/worksheets/sheet2.xml']);
  const merged = sheet.replace('</sheetData>', `</sheetData><mergeCells>${ranges}</mergeCells>`);
  const read = readSeasonFile('a.xlsx', zipSync({ ...files, 'xl/worksheets/sheet2.xml': strToU8(merged) }));
  expect(read).toEqual(readSeasonFile('a.xlsx', communityWorkbook()));
});
