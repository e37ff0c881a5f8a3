// Where the keyboard goes from a cell: down a column and on to the next, or across to the other side.
import { SCORE_FIELDS, SCORE_ROWS, scoreFieldsOf, type ScoreField, type Side } from './form.ts';

export type Move = 'down' | 'up' | 'left' | 'right';

const sideOf = (field: ScoreField): Side => (field.startsWith('p') ? 'p' : 'd');
const rowOf = (field: ScoreField): number => SCORE_ROWS.findIndex((row) => row.p === field || row.d === field);

/** The cell that a move leads to, or null at the edge. Across from a row with a single cell is the nearest cell there. */
export function moveFrom(field: ScoreField, move: Move): ScoreField | null {
  if (move === 'down' || move === 'up') {
    const index = SCORE_FIELDS.indexOf(field) + (move === 'down' ? 1 : -1);
    return SCORE_FIELDS[index] ?? null;
  }
  const target: Side = move === 'left' ? 'p' : 'd';
  if (target === sideOf(field)) return null;
  const row = rowOf(field);
  const distance = (other: ScoreField): number => Math.abs(rowOf(other) - row);
  return scoreFieldsOf(target).reduce((nearest, other) => (distance(other) < distance(nearest) ? other : nearest));
}
