// What the scores of a sheet are about: on the college form the same as in the figures, on every sheet without contradiction.
import { expect, test } from 'vitest';
import { BUILT_IN } from '#ballot/sheet/built-in.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { cellsOf, sidesOf } from '#ballot/sheet/sheet.ts';
import { cellOf, fieldOf, opposingCell, PARTS } from '#metrics/scores.ts';
import { opposingOn, partOf, partsOn } from '#metrics/sheet-parts.ts';
import { cellLabel, sheetCellLabel } from '#web/pages/season/part-words.ts';

test('on the college form, parts, opponents and labels of the sheet are those of the figures', () => {
  expect(partsOn(COLLEGE_28)).toEqual(PARTS);
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
