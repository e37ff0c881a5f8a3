// Where the keyboard goes from a cell: down a column and on to the next, or across to the other side.
import type { Side } from './form.ts';
import { cellsOf, keysOf, rowsOf, type Sheet } from './sheet/sheet.ts';

export type Move = 'down' | 'up' | 'left' | 'right';

/** The cell that a move leads to, or null at the edge. Across from a row with a single cell is the nearest cell there. */
export function moveFrom<Key extends string>(sheet: Sheet<Key>, from: NoInfer<Key>, move: Move): Key | null {
  if (move === 'down' || move === 'up') {
    const keys = keysOf(sheet);
    return keys[keys.indexOf(from) + (move === 'down' ? 1 : -1)] ?? null;
  }
  const target: Side = move === 'left' ? 'p' : 'd';
  if (cellsOf(sheet, target).some(({ key }) => key === from)) return null;
  const rows = rowsOf(sheet);
  const row = rows.findIndex(({ p, d }) => p?.key === from || d?.key === from);
  const across = rows.flatMap(({ [target]: cell }, index) =>
    cell === null ? [] : [{ key: cell.key, distance: Math.abs(index - row) }],
  );
  // Of two cells at the same distance, the upper one.
  return across.toSorted((one, other) => one.distance - other.distance)[0]?.key ?? null;
}
