// How one goes from cell to cell, as on the paper: down a column and on at the top of the next, across within a row.
import { SCORE_FIELDS, SCORE_ROWS, scoreFieldsOf, type ScoreField, type Side } from './form.ts';

export type Move = 'down' | 'up' | 'left' | 'right';

const sideOf = (field: ScoreField): Side => (field.startsWith('p') ? 'p' : 'd');
const rowOf = (field: ScoreField): number => SCORE_ROWS.findIndex((row) => row.p === field || row.d === field);

/** The cell that a move leads to; null at the ballot's end. Rows without a cell on the other side lead to the nearest one. */
export function moveFrom(field: ScoreField, move: Move): ScoreField | null {
  if (move === 'down' || move === 'up') {
    const at = SCORE_FIELDS.indexOf(field) + (move === 'down' ? 1 : -1);
    return SCORE_FIELDS[at] ?? null;
  }
  const to: Side = move === 'left' ? 'p' : 'd';
  if (to === sideOf(field)) return null;
  const row = rowOf(field);
  const distance = (other: ScoreField): number => Math.abs(rowOf(other) - row);
  return scoreFieldsOf(to).reduce((near, other) => (distance(other) < distance(near) ? other : near));
}
