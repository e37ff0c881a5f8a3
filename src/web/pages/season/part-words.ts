// The parts of a side and the cells of a ballot, in words.
import type { Cell, Part } from '#metrics/scores.ts';

const NAMES: [begins: string, label: string][] = [
  ['open', 'Opening'],
  ['close', 'Closing'],
  ['direct', 'Direct'],
  ['cross', 'Cross'],
  ['witness', 'Witness'],
];

/** "Opening", "Direct 2", "Witness 3". */
export function partLabel(part: Part): string {
  const label = NAMES.find(([begins]) => part.startsWith(begins))?.[1] ?? part;
  return /\d$/.test(part) ? `${label} ${part.slice(-1)}` : label;
}

/** "Opening", "Cross 2", "Witness 1, direct". */
export const cellLabel = ({ part, kind }: Pick<Cell, 'part' | 'kind'>): string =>
  part.startsWith('witness') ? `${partLabel(part)}, ${kind}` : partLabel(part);
