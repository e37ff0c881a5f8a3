// Which part each score of a sheet is for: on the college form as in the figures, and on every sheet without contradiction.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BUILT_IN } from '#ballot/sheet/built-in.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { cellsOf, sidesOf } from '#ballot/sheet/sheet.ts';
import { ALL_PARTS, cellOf, fieldOf, opposingCell, PARTS, rolesOf } from '#metrics/scores.ts';
import { opposingOn, partOf, partsOn } from '#metrics/sheet-parts.ts';
import { commentColumn, opponentCommentColumn, opponentStudentColumn, studentColumn } from '#season-files/columns.ts';
import { cellLabel, partLabel, sheetCellLabel } from '#web/pages/season/part-words.ts';
import { anyTrial } from './sheets.ts';

test('on the college form, parts, opponents and labels of the sheet are those of the figures', () => {
  for (const side of [undefined, 'p', 'd'] as const)
    expect(partsOn(COLLEGE_28, side)).toEqual(ALL_PARTS.filter((part) => PARTS.some((known) => known === part)));
  for (const cell of cellsOf(COLLEGE_28)) {
    const known = cellOf(cell.key);
    expect(partOf(cell)).toBe(known.part);
    expect(sheetCellLabel(cell)).toBe(cellLabel(known));
    const opposing = opposingCell(known);
    expect(opposingOn(COLLEGE_28, cell)?.key).toBe(opposing ? fieldOf(opposing) : undefined);
  }
});

test.each(BUILT_IN)(
  'on the sheet $id, opponents oppose each other, and no two scores of a side are called the same',
  (sheet) => {
    for (const cell of cellsOf(sheet)) {
      const opposing = opposingOn(sheet, cell);
      if (opposing) expect(opposingOn(sheet, opposing)?.key).toBe(cell.key);
    }
    for (const side of sidesOf(sheet)) {
      const labels = cellsOf(sheet, side).map(sheetCellLabel);
      expect(new Set(labels).size).toBe(labels.length);
    }
  },
);

const anySide = fc.constantFrom('p' as const, 'd' as const);
const anyTrialSheet = fc.oneof(anyTrial, fc.constantFrom(...BUILT_IN.filter(({ sides }) => sides.d !== null)));

test('a side has a part for every score that is about one person, and no other', () => {
  fc.assert(
    fc.property(anyTrialSheet, anySide, (sheet, side) => {
      const parts = partsOn(sheet, side);
      for (const cell of cellsOf(sheet, side)) {
        const part = partOf(cell);
        // The database has numbers up to 9, too.
        expect(part === null).toBe(cell.role === 'criterion' || cell.number > 9);
        if (part === null) continue;
        expect(parts).toContain(part);
        if (cell.role !== 'witness') expect(rolesOf(part)).toContain(cell.role);
      }
      const scored = new Set(cellsOf(sheet, side).map(partOf));
      for (const part of parts) expect(scored).toContain(part);
      expect(parts).toEqual(ALL_PARTS.filter((part) => parts.includes(part)));
    }),
  );
});

test('California’s sides have parts of their own', () => {
  const sheet = BUILT_IN.find(({ id }) => id === 'california')!;
  const four = (name: string) => [1, 2, 3, 4].map((number) => `${name}${number}`);
  const both = ['pretrial', 'open', ...four('direct'), ...four('cross'), 'close', ...four('witness')];
  expect(partsOn(sheet, 'p')).toEqual([...both, 'clerk']);
  expect(partsOn(sheet, 'd')).toEqual([...both, 'bailiff']);
});

test('no two parts have the same name, on the screen or in a file', () => {
  for (const name of [partLabel, studentColumn, opponentStudentColumn, commentColumn, opponentCommentColumn])
    expect(new Set(ALL_PARTS.map(name)).size).toBe(ALL_PARTS.length);
});
