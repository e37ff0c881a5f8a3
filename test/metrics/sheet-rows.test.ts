// Ballots of any sheet as rows of the metrics: on a scale of ten points, by what the sheet's scores are for.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { CALIFORNIA } from '#ballot/sheet/california.ts';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { MISSOURI } from '#ballot/sheet/missouri.ts';
import { cellsOf } from '#ballot/sheet/sheet.ts';
import { ALL_PARTS, opposingCell, roleOfRow } from '#metrics/scores.ts';
import { opposingOn, partOf, rowsOnSheet } from '#metrics/sheet-parts.ts';
import { anySheet, anyTrial } from '../units/sheets.ts';

const BALLOT = { season: '', tournament: '', round: '1', ballot: 'b', judge: 'Rowe' };
const namesOf = (side: string) => Object.fromEntries(ALL_PARTS.map((part) => [part, `${side} ${part}`]));
const students = { p: namesOf('p'), d: namesOf('d') };

test('a sheet’s lowest and highest scores become 0 and 10, and unread ones stay unread', () => {
  fc.assert(
    fc.property(anySheet, (sheet) => {
      const rows = (pick: (cell: { min: number; max: number }) => number | null) =>
        rowsOnSheet(sheet)({
          ...BALLOT,
          students,
          scores: Object.fromEntries(cellsOf(sheet).map((cell) => [cell.key, pick(cell)])),
        }).map(({ score }) => score);
      expect(new Set(rows(({ min }) => min))).toEqual(new Set([0]));
      expect(new Set(rows(({ max }) => max))).toEqual(new Set([10]));
      expect(new Set(rows(() => null))).toEqual(new Set([null]));
    }),
  );
});

test('Kentucky’s single score of a witness belongs to the student in that part', () => {
  const scores = Object.fromEntries(cellsOf(KENTUCKY).map(({ key }) => [key, 10]));
  const witness = rowsOnSheet(KENTUCKY)({ ...BALLOT, students, scores }).filter((row) => roleOfRow(row) === 'witness');
  expect(witness.map(({ student }) => student)).toEqual(
    ['p', 'd'].flatMap((side) => [1, 2, 3].map((number) => `${side} witness${number}`)),
  );
});

test('every score belongs to the student who had its part, and has the range of its row', () => {
  fc.assert(
    fc.property(anyTrial, (sheet) => {
      const scores = Object.fromEntries(cellsOf(sheet).map(({ key, max }) => [key, max]));
      const rows = rowsOnSheet(sheet)({ ...BALLOT, students, scores });
      for (const [index, cell] of cellsOf(sheet).entries()) {
        const { role, side, min, max } = cell;
        const part = partOf(cell);
        expect(rows[index]).toMatchObject({
          role,
          range: { min, max },
          student: part === null ? '' : `${side} ${part}`,
        });
      }
    }),
  );
});

test('the figures and the ballot agree on who opposes whom', () => {
  for (const sheet of [CALIFORNIA, COLLEGE_28, KENTUCKY, MISSOURI]) {
    const rows = rowsOnSheet(sheet)({ ...BALLOT, students, scores: {} });
    const cells = cellsOf(sheet);
    for (const [index, cell] of cells.entries()) {
      const { side, part, kind } = opposingCell(rows[index]!) ?? {};
      const at = rows.findIndex((row) => row.side === side && row.part === part && row.kind === kind);
      expect(cells[at]?.key).toBe(opposingOn(sheet, cell)?.key);
    }
  }
});
