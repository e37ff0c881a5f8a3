// The `number` of a score: which witness it is about, or which of several scores with the same role it is.
import type { Side } from '../form.ts';
import { rowsOf, type CellRole, type Place, type Sheet } from './sheet.ts';

const WITNESS_ROLES: readonly CellRole[] = [
  'attorney-direct',
  'attorney-cross',
  'witness-direct',
  'witness-cross',
  'witness',
];
/** Whether the score is about a witness. */
export const isOfWitness = (role: CellRole): boolean => WITNESS_ROLES.includes(role);
/** The side whose witness the score is about: an attorney crosses the other side's. */
export const callingSide = (side: Side, role: CellRole): Side =>
  role === 'attorney-cross' ? (side === 'p' ? 'd' : 'p') : side;

/** The lowest number that no score of the side has in this role. */
export function nextNumber(sheet: Sheet, side: Side, role: CellRole): number {
  const isTaken = (number: number): boolean =>
    rowsOf(sheet).some(({ [side]: cell }) => cell?.role === role && cell.number === number);
  let number = 1;
  while (isTaken(number)) number += 1;
  return number;
}

/** The witness that other scores of the section are about, if there is one. */
export function witnessNumber(sheet: Sheet, { section, row }: Place, side: Side, role: CellRole): number | undefined {
  if (!isOfWitness(role)) return undefined;
  const caller = callingSide(side, role);
  for (const [at, cells] of sheet.sections[section]!.rows.entries())
    for (const each of ['p', 'd'] as const) {
      const cell = cells[each];
      if (cell === null || (at === row && each === side)) continue;
      if (isOfWitness(cell.role) && callingSide(each, cell.role) === caller) return cell.number;
    }
  return undefined;
}
