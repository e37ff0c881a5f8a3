// Reads a located form: its cells aligned, cut out, read, and read again where the first look was not sure.
import { SCORE_FIELDS, type ScoreField } from '#ballot/form.ts';
import { alignCell, type CellShift, cutCell, normalizeCrop } from './cut-cells.ts';
import type { GreyImage } from './decode.ts';
import type { LocatedForm } from './locate.ts';
import { type Chances, decide, meanChances, readScores } from './read-scores.ts';

export type ReadCell = { field: ScoreField; value: number | null; confidence: number; shift: CellShift };

/** A first look surer than this is not repeated: the mean of more looks would say the same. */
const SURE = 0.995;
/** Further looks, moved by points of the form. */
const NUDGES = [
  { x: 1.5, y: 0 },
  { x: -1.5, y: 0 },
  { x: 0, y: 1.2 },
  { x: 0, y: -1.2 },
  { x: 1, y: 0.8 },
  { x: -1, y: -0.8 },
];

export async function readCells(grey: GreyImage, { layout, pose, ink }: LocatedForm): Promise<ReadCell[]> {
  const cells = SCORE_FIELDS.map((field) => ({ field, shift: alignCell(ink, pose, layout.cells[field]) }));
  const crop = ({ field, shift }: (typeof cells)[number], nudge = { x: 0, y: 0 }): Float32Array =>
    normalizeCrop(cutCell(grey, pose, layout.cells[field], shift, nudge));
  const first = await readScores(cells.map((cell) => crop(cell)));
  const doubtful = cells.filter((_, index) => decide(first[index]!).confidence < SURE);
  const again = await readScores(doubtful.flatMap((cell) => NUDGES.map((nudge) => crop(cell, nudge))));
  const looksAgain = new Map<ScoreField, Chances[]>(
    doubtful.map(({ field }, index) => [field, again.slice(index * NUDGES.length, (index + 1) * NUDGES.length)]),
  );
  return cells.map(({ field, shift }, index) => {
    const chances = meanChances([first[index]!, ...(looksAgain.get(field) ?? [])]);
    return { field, shift, ...decide(chances) };
  });
}
