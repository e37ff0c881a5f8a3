// The score sheets that a file's ballots are on. A file names a sheet only where it isn't the form of college rounds.
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import {
  cellsOf,
  isSameSheet,
  refOf,
  type PlacedCell,
  type Sheet,
  type SheetCell,
  type SheetRef,
} from '#ballot/sheet/sheet.ts';
import { partOf } from '#metrics/sheet-parts.ts';

export const COLLEGE_ONLY: readonly Sheet[] = [COLLEGE_28];

const isCollege = ({ id }: SheetRef): boolean => id === COLLEGE_28.id;

/** As a file names a sheet: `kentucky/1`. */
export const sheetName = ({ id, version }: SheetRef): string => `${id}/${version}`;

/** What a ballot says about its sheet: nothing for the form of college rounds. */
export const sheetFact = (sheet: Sheet): { sheet?: SheetRef } => (isCollege(sheet) ? {} : { sheet: refOf(sheet) });

/** The sheet of a ballot. Undefined: none of these. */
export const sheetIn = (sheets: readonly Sheet[], ref: SheetRef = COLLEGE_28): Sheet | undefined =>
  [...sheets, COLLEGE_28].find((sheet) => isSameSheet(sheet, ref));

/** The sheet with this name, or the first of the sheets where a file names none. */
export const sheetNamed = (sheets: readonly Sheet[], name: string): Sheet | undefined =>
  name === '' ? (sheets[0] ?? COLLEGE_28) : sheets.find((sheet) => sheetName(sheet) === name.toLowerCase());

/** The sheets of some ballots, each once, the form of college rounds first. */
export function sheetsOfBallots(sheets: readonly Sheet[], ballots: readonly { sheet?: SheetRef }[]): Sheet[] {
  const used = new Set(ballots.map(({ sheet }) => sheetIn(sheets, sheet)!));
  return [...used].toSorted((one, other) => Number(isCollege(other)) - Number(isCollege(one)));
}

const KINDS: Record<SheetCell['role'], string> = {
  opening: 'speech',
  closing: 'speech',
  pretrial: 'speech',
  'attorney-direct': 'direct',
  'attorney-cross': 'cross',
  'witness-direct': 'direct',
  'witness-cross': 'cross',
  witness: 'score',
  clerk: 'score',
  bailiff: 'score',
  criterion: 'score',
};

/** A score as a line of the tidy table names it. */
export type TidyCell = PlacedCell & { part: string; kind: string };

const made = new WeakMap<Sheet, readonly TidyCell[]>();

/** The scores of a sheet, in the order of the form. Of several for the same, all but the first go by their keys. */
export function tidyCells(sheet: Sheet): readonly TidyCell[] {
  const cells = made.get(sheet) ?? cellsInTidy(sheet);
  made.set(sheet, cells);
  return cells;
}

function cellsInTidy(sheet: Sheet): readonly TidyCell[] {
  const named = cellsOf(sheet).map((cell) => ({
    ...cell,
    part: partOf(cell) ?? (cell.role === 'criterion' ? cell.key : `${cell.role}${cell.number}`),
    kind: KINDS[cell.role],
  }));
  const taken = new Set<string>();
  return named.map((cell) => {
    const place = `${cell.side} ${cell.part} ${cell.kind}`;
    if (taken.has(place)) return { ...cell, part: `#${cell.key}` };
    taken.add(place);
    return cell;
  });
}
