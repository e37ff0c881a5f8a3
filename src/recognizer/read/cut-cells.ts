// Cuts the cells out of the photo, each straightened and aligned to its own printed lines.
import type { GreyImage, Point } from '#recognizer/image/grey-image.ts';
import type { Cell, Rect } from '#ballot/layout.ts';
import { type FormPose, place } from '#recognizer/find/form-pose.ts';
import { sample } from '#recognizer/image/ink-map.ts';
import { straightened } from '#recognizer/image/pixels.ts';
import { cellStrokes, type StrokePoint } from '#recognizer/find/printed-lines.ts';

/** Size of a crop in pixels: the input of the score reader. */
export const CROP = { width: 128, height: 80 };
/** Size of what a crop shows, in points of the form, as in training (training/cells.py). People write smaller on a line than in a box. */
const POINTS = { box: { width: 48, height: 30 }, line: { width: 36, height: 22.5 } };
/**
 * The distance of training's boxes from row to row, and how much of it is between two of them. Lower boxes are cut out closer, as on a
 * line: scores in them are smaller, and their neighbors stay outside. Of 24 ballots with 22 rows by real writers, .9 instead of 1.6 % of the
 * scores were misread.
 */
const ROW = { height: 27.5, between: 5.5 };
/** Pixels that a crop can be moved by for another reading. */
const MARGIN = 4;
/** Distance from the top of a crop to the line, in points. A box is centered in its crop. */
const LINE_FROM_TOP = 15;

/** How far a cell's printed lines are from where the pose puts them, in points of the form, and how clearly they were found. */
export type CellShift = { dx: number; dy: number; clarity: number };

/** Grey of anything beyond the photo. */
const PAPER = 200;

/** Shifts to try, in points of the form: up to half the distance between the lines of the tightest form. */
const SHIFTS = Array.from({ length: 25 }, (_, index) => (index - 12) * 0.25);

/** Distance from a stroke to the paper beside it, in points. */
const BESIDE = 2.2;

/**
 * The shift along one axis that puts the most ink on the strokes and the least on both sides of them.
 * @param strokes the ones perpendicular to the axis
 */
function bestShift(ink: GreyImage, pose: FormPose, strokes: readonly StrokePoint[], axis: 'x' | 'y') {
  // Over a few points the pose is linear, so one direction serves all strokes.
  const middle = strokes[strokes.length >> 1]!;
  const from = place(pose, middle.x, middle.y);
  const to = place(pose, middle.x + (axis === 'x' ? 4 : 0), middle.y + (axis === 'y' ? 4 : 0));
  const [ux, uy] = [(to.x - from.x) / 4, (to.y - from.y) / 4];
  const places = strokes.map(({ x, y }) => place(pose, x, y));
  let shift = 0;
  let clarity = -Infinity;
  for (const by of SHIFTS) {
    let sum = 0;
    for (const { x, y } of places) {
      const on = sample(ink, x + ux * by, y + uy * by);
      const before = sample(ink, x + ux * (by - BESIDE), y + uy * (by - BESIDE));
      const after = sample(ink, x + ux * (by + BESIDE), y + uy * (by + BESIDE));
      // Capped, so that a pen stroke across the line does not outvote the line.
      sum += Math.max(-30, Math.min(70, on - Math.max(before, after)));
    }
    const value = sum / strokes.length - Math.abs(by) * 1.5;
    if (value > clarity) {
      clarity = value;
      shift = by;
    }
  }
  return { shift, clarity };
}

/** Finds the cell's own lines near the pose. The shift is 0 where they are not clear. */
export function alignCell(ink: GreyImage, pose: FormPose, cell: Cell): CellShift {
  const strokes = cellStrokes(cell, 3.5);
  const level = bestShift(
    ink,
    pose,
    strokes.filter(({ ny }) => Math.abs(ny) > 0.5),
    'y',
  );
  const upright = strokes.filter(({ nx }) => Math.abs(nx) > 0.5);
  const found = level.clarity > 8;
  if (upright.length === 0) return { dx: 0, dy: found ? level.shift : 0, clarity: level.clarity };
  const side = bestShift(ink, pose, upright, 'x');
  return {
    dx: side.clarity > 8 ? side.shift : 0,
    dy: found ? level.shift : 0,
    clarity: (level.clarity + side.clarity) / 2,
  };
}

/** Whether a part of the form lies wholly inside the photo. */
export function isInPhoto({ width, height }: GreyImage, pose: FormPose, part: Rect): boolean {
  const corners = [part.x, part.x + part.width].flatMap((x) =>
    [part.y, part.y + part.height].map((y) => place(pose, x, y)),
  );
  return corners.every(({ x, y }) => x >= 0 && y >= 0 && x <= width - 1 && y <= height - 1);
}

/** The part of the form that a cell's crop shows, in points. */
function cropRect({ rect, kind }: Cell): Rect {
  const share = kind === 'box' ? Math.min(1, (rect.height + ROW.between) / ROW.height) : 1;
  const [width, height] = [share * POINTS[kind].width, share * POINTS[kind].height];
  const x = rect.x + rect.width / 2 - width / 2;
  const y = kind === 'box' ? rect.y + rect.height / 2 - height / 2 : rect.y + rect.height - LINE_FROM_TOP;
  return { x, y, width, height };
}

/** The grey values of a part of the form, straightened to `width` x `height` pixels, row by row. */
export function cut(grey: GreyImage, pose: FormPose, part: Rect, width: number, height: number): Float32Array {
  // The pose is smooth, so interpolating between its corners is as good as the pose itself.
  const corner = (x: number, y: number): Point => place(pose, part.x + part.width * x, part.y + part.height * y);
  return straightened(grey, [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)], PAPER, width, height);
}

/** A cell's crop with `MARGIN` pixels more on every side. */
export function cutCell(grey: GreyImage, pose: FormPose, cell: Cell, shift: CellShift): Float32Array {
  const { x, y, width, height } = cropRect(cell);
  const [across, down] = [(MARGIN * width) / CROP.width, (MARGIN * height) / CROP.height];
  const part = {
    x: x + shift.dx - across,
    y: y + shift.dy - down,
    width: width + 2 * across,
    height: height + 2 * down,
  };
  return cut(grey, pose, part, CROP.width + 2 * MARGIN, CROP.height + 2 * MARGIN);
}

/** The crop inside what `cutCell` returned, moved by up to `MARGIN` pixels. */
export function lookAt(cell: Float32Array, nudge: Point): Float32Array {
  const out = new Float32Array(CROP.width * CROP.height);
  for (let row = 0; row < CROP.height; row += 1) {
    const from = (row + MARGIN + nudge.y) * (CROP.width + 2 * MARGIN) + MARGIN + nudge.x;
    out.set(cell.subarray(from, from + CROP.width), row * CROP.width);
  }
  return normalizeCrop(out);
}

/** Every fourth pixel is counted, which separates paper and ink as well as all of them. */
const COUNTED = 4;

/** The grey value that a given share of the pixels is below, to a quarter of a grey level. Counting is faster than sorting. */
export function quantile(crop: Float32Array, part: number): number {
  const counts = new Uint32Array(1025);
  for (let at = 0; at < crop.length; at += COUNTED) counts[(crop[at]! * 4) | 0]! += 1;
  let below = 0;
  let value = 0;
  for (const rank = Math.trunc((part * crop.length) / COUNTED); value < 1024; value += 1) {
    below += counts[value]!;
    if (below > rank) break;
  }
  return value / 4;
}

/** Scales a crop in place to paper 0 and ink about 1. Must match `normalized` in training/train.py. */
function normalizeCrop(crop: Float32Array): Float32Array {
  const paper = quantile(crop, 0.8);
  const dark = quantile(crop, 0.02);
  const range = Math.max(40, paper - dark);
  for (let at = 0; at < crop.length; at += 1) {
    crop[at] = Math.max(-0.5, Math.min(1.5, (paper - crop[at]!) / range));
  }
  return crop;
}
