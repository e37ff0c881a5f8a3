// Which rows of a sheet are printed on which page, and whether in one column or in two.
import { DRAWING } from '../drawing.ts';
import type { Sheet, SheetRow } from './sheet.ts';

/** Where rows are printed: from `left` to `right`, with the names of sections before them or on lines of their own. */
export type Column = { left: number; right: number; p: number; d: number; indent: number };
/** As wide as the page. */
const WIDE: readonly Column[] = [{ left: 20, right: DRAWING.width, p: 306, d: 416, indent: 90 }];
/** Two beside each other, for a sheet that would otherwise need a third page. */
const NARROW: readonly Column[] = [20, 272].map((left) => ({
  left,
  right: left + 228,
  p: left + 132,
  d: left + 184,
  indent: 0,
}));

/** Without a row, it is the name of a section. */
export type Line = { readonly group: string | null; readonly startsGroup: boolean; readonly row: SheetRow | null };

/** The lines of each column. A section stays together if a column has room for all of it. */
function inColumns({ sections }: Sheet, capacity: number, hasNameLines: boolean): Line[][] {
  const columns: Line[][] = [[]];
  for (const { title, rows } of sections) {
    const head = hasNameLines && title !== null ? 1 : 0;
    const needed = head + rows.length;
    if (needed <= capacity && columns.at(-1)!.length + needed > capacity) columns.push([]);
    rows.forEach((row, index) => {
      if (columns.at(-1)!.length + (index === 0 ? head : 0) >= capacity) columns.push([]);
      const column = columns.at(-1)!;
      const startsGroup = index === 0 || column.length === 0;
      if (startsGroup && head === 1) column.push({ group: title, startsGroup, row: null });
      column.push({ group: title, startsGroup: startsGroup && head === 0, row });
    });
  }
  return columns;
}

/** The columns of each page. */
export function paginated(sheet: Sheet, capacity: number): { lines: Line[]; column: Column }[][] {
  const wide = inColumns(sheet, capacity, false);
  const narrow = inColumns(sheet, capacity, true);
  const [columns, places] =
    wide.length > 2 && Math.ceil(narrow.length / NARROW.length) < wide.length ? [narrow, NARROW] : [wide, WIDE];
  const placed = columns.map((lines, at) => ({ lines, column: places[at % places.length]! }));
  return placed.flatMap((_, at) => (at % places.length === 0 ? [placed.slice(at, at + places.length)] : []));
}
