// A score sheet as data. The paper, the form on the screen, totals and exports follow from it; docs/sheets.md says how to write one.
import type { Side } from '../form.ts';

/** What a score is for. A sheet either scores a witness twice, on direct and under cross, or once, as `witness`. */
export const CELL_ROLES = [
  'opening',
  'closing',
  'attorney-direct',
  'attorney-cross',
  'witness-direct',
  'witness-cross',
  'witness',
  'pretrial',
  'clerk',
  'bailiff',
  'criterion',
] as const;
export type CellRole = (typeof CELL_ROLES)[number];

/** Whole numbers from `min` to `max`. */
export type Range = { readonly min: number; readonly max: number };

export type SheetCell<Key extends string = string> = {
  readonly key: Key;
  /** Heads its column in files, so it is unique on the sheet: `P Cross W #2`. */
  readonly label: string;
  readonly role: CellRole;
  /** Which one of its role: `attorney-cross` 2 crosses the second witness of the other side, `witness-cross` 2 is that witness. */
  readonly number: number;
};

/** One line of the sheet. Both sides are scored in the same range, and their scores count `weight` times. */
export type SheetRow<Key extends string = string> = Range & {
  readonly label: string;
  readonly weight: number;
  readonly p: SheetCell<Key> | null;
  readonly d: SheetCell<Key> | null;
};

export type SheetSection<Key extends string = string> = {
  readonly title: string | null;
  readonly rows: readonly SheetRow<Key>[];
};

export type SheetSide = {
  /** Begins the names of its columns in files: `P` in `P Total`. */
  readonly short: string;
  /** What the judge is asked to write down, and the head of its column on the screen: `P Team`. */
  readonly name: string;
  /** The head of its column on paper: `Plaintiff / Prosecution`. */
  readonly title: string;
};

export const RANKED = ['attorney', 'witness', 'anyone'] as const;
/** The judge names the best `places` of them, of each side or of the whole trial. */
type AskedRanks = {
  readonly of: (typeof RANKED)[number];
  readonly places: number;
  readonly each: 'trial' | 'side';
};

export type Sheet<Key extends string = string> = {
  readonly id: string;
  /** From 1. A sheet that was used never changes: an edit is the next version. */
  readonly version: number;
  readonly title: string;
  /** The public rule that it follows, or the school whose own sheet it is. */
  readonly source: string;
  /** What the judge should know while scoring, printed below the rows. */
  readonly note: string | null;
  /** A sheet of a try-out has one side, `p`. */
  readonly sides: { readonly p: SheetSide; readonly d: SheetSide | null };
  /** In the order of the paper. */
  readonly sections: readonly SheetSection<Key>[];
  /** Who breaks a tie, such as `the presiding judge`. Null: ties stand. */
  readonly tiesBrokenBy: string | null;
  readonly ranks: readonly AskedRanks[];
};

/** Names a version of a sheet. */
export type SheetRef = Pick<Sheet, 'id' | 'version'>;

export const refOf = ({ id, version }: SheetRef): SheetRef => ({ id, version });
export const isSameSheet = (one: SheetRef, other: SheetRef): boolean =>
  one.id === other.id && one.version === other.version;

/** Where a row is. */
export type Place = { readonly section: number; readonly row: number };

/** A cell with what its row and section say about it. */
export type PlacedCell<Key extends string = string> = SheetCell<Key> &
  Range & { readonly side: Side; readonly weight: number; readonly section: string | null; readonly row: string };

/** A try-out has one side, `p`. */
export const sidesOf = ({ sides }: Sheet): readonly Side[] => (sides.d === null ? ['p'] : ['p', 'd']);

export const rowsOf = <Key extends string>({ sections }: Sheet<Key>): readonly SheetRow<Key>[] =>
  sections.flatMap(({ rows }) => rows);

/** The cells of one side, or of the whole sheet, in paper order: the P column top to bottom, then the D column. */
export function cellsOf<Key extends string>(sheet: Sheet<Key>, side?: Side): readonly PlacedCell<Key>[] {
  if (side === undefined) return [...cellsOf(sheet, 'p'), ...cellsOf(sheet, 'd')];
  return sheet.sections.flatMap(({ title, rows }) =>
    rows.flatMap(({ [side]: cell, label, min, max, weight }) =>
      cell === null ? [] : [{ ...cell, side, min, max, weight, section: title, row: label }],
    ),
  );
}

/** The keys of the scores of one side, or of the whole sheet, in paper order. */
export const keysOf = <Key extends string>(sheet: Sheet<Key>, side?: Side): readonly Key[] =>
  cellsOf(sheet, side).map(({ key }) => key);

/** The hand reader knows the whole numbers from 0 to 10. */
const MAX_READABLE = 10;
/** Why photos of the sheet can't be read, or null if they can. */
export const whyUnreadable = (sheet: Sheet): string | null =>
  rowsOf(sheet).every(({ max }) => max <= MAX_READABLE) ? null : 'Photos of this sheet can’t be read yet';
