// Reads the cells of a located form: each is aligned and cut out, read once, read again if the first reading is unsure,
// and then all are read together.
import type { GreyImage } from '#recognizer/image/grey-image.ts';
import type { PlacedCell } from '#ballot/sheet/sheet.ts';
import { alignCell, type CellShift, cutCell, isInPhoto, lookAt } from './cut-cells.ts';
import type { Cell } from '#ballot/layout.ts';
import type { FormPose } from '#recognizer/find/form-pose.ts';
import type { LocatedForm } from '#recognizer/find/locate-form.ts';
import type { SeenCell } from '#recognizer/network/score-network.ts';
import { chanceOfBlank, chanceOfNoScore, decide, lookAtCells, meanLook, readTogether } from './read-scores.ts';

export type CellOfForm = { score: PlacedCell; cell: Cell; shift: CellShift };
/**
 * A cell that is not entirely in the photo is unread: its value is null and its confidence 0. `noScore`: the chance that what
 * is written isn't a whole score.
 */
export type ReadCell = CellOfForm & { value: number | null; confidence: number; noScore: number; isInPhoto: boolean };

/** A first reading above this is not repeated: the mean of more readings would be the same. */
const SURE = 0.995;
/** Offsets of the further readings, in pixels of the crop. */
const NUDGES = [
  { x: 4, y: 2 },
  { x: -2, y: 4 },
  { x: -4, y: -2 },
  { x: 2, y: -4 },
];

/** How far beside a blank cell a score is searched for, in points of the form. Other things are printed further out. */
const BESIDE = { box: 10, line: 5 };
/** Above this chance of a blank, the ink beside a cell is the edge of a frame and not a 1 or 7. */
const MAX_CHANCE_OF_EMPTY = 0.1;
/** A score beside its cell is always marked, so that a person decides whether it belongs there. */
const MAX_CONFIDENCE_BESIDE = 0.9;

/** Aligns every cell to its own printed lines. */
export const alignCells = ({ layout, pose, ink }: LocatedForm): CellOfForm[] =>
  layout.scores.map((score) => {
    const cell = layout.cells[score.key]!;
    return { score, cell, shift: alignCell(ink, pose, cell) };
  });

/**
 * Reads the scores of a form that was found, each with its confidence from 0 to 1. Doubtful cells are looked at again, moved
 * a little.
 */
export async function readCells(
  grey: GreyImage,
  { pose }: LocatedForm,
  aligned: readonly CellOfForm[],
): Promise<ReadCell[]> {
  const cells = aligned.map((one) => ({ ...one, pixels: cutCell(grey, pose, one.cell, one.shift) }));
  const first = await lookAtCells(cells.map(({ pixels }) => lookAt(pixels, { x: 0, y: 0 })));
  const doubtful = cells.filter((_, index) => decide(first[index]!.chances).confidence < SURE);
  const again = await lookAtCells(doubtful.flatMap(({ pixels }) => NUDGES.map((nudge) => lookAt(pixels, nudge))));
  const looksAgain = new Map<string, SeenCell[]>(
    doubtful.map(({ score }, index) => [score.key, again.slice(index * NUDGES.length, (index + 1) * NUDGES.length)]),
  );
  const seen = cells.map(({ score }, index) => meanLook([first[index]!, ...(looksAgain.get(score.key) ?? [])]));
  const beside = await lookBeside(
    grey,
    pose,
    cells.filter((_, index) => seemsEmpty(seen[index]!)),
  );
  const chances = await readTogether(cells.map(({ score }, index) => beside.get(score.key) ?? seen[index]!));
  return cells.map(({ score, cell, shift }, index) => {
    if (!isInPhoto(grey, pose, cell.rect)) {
      return { score, cell, shift, value: null, confidence: 0, noScore: 0, isInPhoto: false };
    }
    const { value, confidence } = decide(chances[index]!, score);
    const one = { score, cell, shift, value, isInPhoto: true };
    if (beside.has(score.key)) return { ...one, confidence: Math.min(confidence, MAX_CONFIDENCE_BESIDE), noScore: 0 };
    return { ...one, confidence, noScore: chanceOfNoScore(chances[index]!) };
  });
}

const seemsEmpty = ({ chances }: SeenCell): boolean => decide(chances).value === null;

const isWritten = (look: SeenCell): boolean => !seemsEmpty(look) && chanceOfBlank(look.chances) < MAX_CHANCE_OF_EMPTY;

/** Scores found to the left or right of blank cells. Cells with nothing beside them are left out. */
async function lookBeside(
  grey: GreyImage,
  pose: FormPose,
  empty: readonly CellOfForm[],
): Promise<ReadonlyMap<string, SeenCell>> {
  const places = empty.flatMap(({ score, cell, shift }) =>
    [-1, 1].map((side) => {
      const pixels = cutCell(grey, pose, cell, { ...shift, dx: shift.dx + side * BESIDE[cell.kind] });
      return { key: score.key, crop: lookAt(pixels, { x: 0, y: 0 }) };
    }),
  );
  const looks = await lookAtCells(places.map(({ crop }) => crop));
  const found = places.map(({ key }, index) => [key, looks[index]!] as const).filter(([, look]) => isWritten(look));
  return new Map(found);
}
