// The parts of a side and the cells of a ballot, in words.
import type { PlacedCell } from '#ballot/sheet/sheet.ts';
import type { Cell, Part } from '#metrics/scores.ts';
import { partOf } from '#metrics/sheet-parts.ts';

const NAMES: [begins: string, label: string][] = [
  ['open', 'Opening'],
  ['close', 'Closing'],
  ['direct', 'Direct'],
  ['cross', 'Cross'],
  ['witness', 'Witness'],
  ['pretrial', 'Pretrial motion'],
  ['clerk', 'Clerk'],
  ['bailiff', 'Bailiff'],
];

/** "Opening", "Direct 2", "Witness 3". */
export function partLabel(part: Part): string {
  const label = NAMES.find(([begins]) => part.startsWith(begins))?.[1] ?? part;
  return /\d$/.test(part) ? `${label} ${part.slice(-1)}` : label;
}

/** "Opening", "Cross 2", "Witness 1, direct". */
export const cellLabel = ({ part, kind }: Pick<Cell, 'part' | 'kind'>): string =>
  part.startsWith('witness') ? `${partLabel(part)}, ${kind}` : partLabel(part);

const WITNESS_KINDS: Partial<Record<PlacedCell['role'], Cell['kind']>> = {
  'witness-direct': 'direct',
  'witness-cross': 'cross',
};
/** The same for a score of any sheet. What isn't in every league, such as a motion, has its name on the sheet. */
export function sheetCellLabel(cell: PlacedCell): string {
  const part = partOf(cell);
  if (part === null || /^(?:pretrial|clerk|bailiff)/.test(part))
    return cell.section === null ? cell.row : `${cell.section}, ${cell.row}`;
  const kind = WITNESS_KINDS[cell.role];
  return kind === undefined ? partLabel(part) : cellLabel({ part, kind });
}
