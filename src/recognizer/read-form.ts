// Reads a located form: its cells aligned, cut out, read, and read again where the first look was not sure.
import { SCORE_FIELDS, type ScoreField } from '#ballot/form.ts';
import { alignCell, type CellShift, cutCell, lookAt } from './cut-cells.ts';
import type { GreyImage } from './decode.ts';
import type { LocatedForm } from './locate.ts';
import { type Chances, decide, meanChances, readScores } from './read-scores.ts';

export type ReadCell = { field: ScoreField; value: number | null; confidence: number; shift: CellShift };

/** A first look surer than this is not repeated: the mean of more looks would say the same. */
const SURE = 0.995;
/** Further looks, moved by pixels of the crop. */
const NUDGES = [
  { x: 2, y: 0 },
  { x: -2, y: 0 },
  { x: 0, y: 2 },
  { x: 0, y: -2 },
  { x: 1, y: 1 },
  { x: -1, y: -1 },
];

export async function readCells(grey: GreyImage, { layout, pose, ink }: LocatedForm): Promise<ReadCell[]> {
  const cells = SCORE_FIELDS.map((field) => {
    const shift = alignCell(ink, pose, layout.cells[field]);
    return { field, shift, pixels: cutCell(grey, pose, layout.cells[field], shift) };
  });
  const first = await readScores(cells.map(({ pixels }) => lookAt(pixels, { x: 0, y: 0 })));
  const doubtful = cells.filter((_, index) => decide(first[index]!).confidence < SURE);
  const again = await readScores(doubtful.flatMap(({ pixels }) => NUDGES.map((nudge) => lookAt(pixels, nudge))));
  const looksAgain = new Map<ScoreField, Chances[]>(
    doubtful.map(({ field }, index) => [field, again.slice(index * NUDGES.length, (index + 1) * NUDGES.length)]),
  );
  return cells.map(({ field, shift }, index) => {
    const chances = meanChances([first[index]!, ...(looksAgain.get(field) ?? [])]);
    return { field, shift, ...decide(chances) };
  });
}
