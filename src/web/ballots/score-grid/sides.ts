import { cellsOf, sidesOf, type Sheet } from '#ballot/sheet/sheet.ts';

/** The sides that the sheet scores: P, and D if it has one. */
export const namedSides = (sheet: Sheet) => sidesOf(sheet).map((side) => ({ side, name: sheet.sides[side]!.name }));

/** "P Witness 1, Cross, D Team" */
export function scoreLabel(sheet: Sheet, key: string): string {
  const { section, row, side } = cellsOf(sheet).find((cell) => cell.key === key)!;
  const label = section === null ? row : `${section}, ${row}`;
  return `${label}, ${sheet.sides[side]!.name}`;
}
