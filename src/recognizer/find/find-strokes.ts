// Finds the printed strokes of a form in an image, near where a pose puts them.
import type { GreyImage } from '#recognizer/image/grey-image.ts';
import { sample } from '#recognizer/image/ink-map.ts';
import { type FormPose, placeAll, roomForPoints } from './form-pose.ts';
import type { StrokePoint } from './printed-lines.ts';

/** Ink, of 255, below which nothing counts as a line. */
const MIN_INK = 12;

/**
 * Buffers for the stroke points that are searched for in an image, one array per number: where the pose puts each (x, y), the unit
 * vector across it (ux, uy), how many pixels a point of the form is there, how far `off` along the vector it was found, and how much
 * it counts. Each search overwrites the last one: an object for each stroke would be a third of the garbage of reading a photo.
 */
const roomFor = (most: number) => {
  const numbers = (): Float64Array => new Float64Array(most);
  const line = { x: numbers(), y: numbers(), ux: numbers(), uy: numbers(), perPoint: numbers() };
  const found = { stroke: new Uint32Array(most), off: numbers(), weight: numbers(), sizes: numbers() };
  return { most, ...line, ...found, form: roomForPoints(most), beside: roomForPoints(most) };
};
export let room = roomFor(1024);

/** The first `count` strokes in the buffers, valid until the next search. */
export type Found = { strokes: readonly StrokePoint[]; count: number };

/** Where the pose puts the strokes. */
function placeStrokes(pose: FormPose, strokes: readonly StrokePoint[]): void {
  const { ux, uy, perPoint, form, beside } = room;
  for (let end = 0; end < 2; end += 1) {
    for (let at = 0; at < strokes.length; at += 1) {
      const stroke = strokes[at]!;
      form.x[at] = stroke.x + end * stroke.nx;
      form.y[at] = stroke.y + end * stroke.ny;
    }
    placeAll(pose, form, end === 0 ? room : beside, strokes.length);
  }
  for (let at = 0; at < strokes.length; at += 1) {
    const dx = beside.x[at]! - room.x[at]!;
    const dy = beside.y[at]! - room.y[at]!;
    perPoint[at] = Math.hypot(dx, dy);
    ux[at] = dx / perPoint[at]!;
    uy[at] = dy / perPoint[at]!;
  }
}

/** Finds the darkest line within `reach` points of the form to both sides of every stroke. */
export function findStrokes(ink: GreyImage, pose: FormPose, strokes: readonly StrokePoint[], reach: number): Found {
  if (room.most < strokes.length) room = roomFor(2 * strokes.length);
  placeStrokes(pose, strokes);
  let count = 0;
  for (let at = 0; at < strokes.length; at += 1) {
    if (!(room.perPoint[at]! > 0.2 && room.perPoint[at]! < 20)) continue;
    // There are never more found strokes than searched ones, so they can overwrite those.
    move(at, count);
    room.stroke[count] = at;
    if (isFound(ink, count, reach)) count += 1;
  }
  return { strokes, count };
}

/** Copies a stroke to another place in the buffers. */
function move(from: number, to: number): void {
  const { stroke, x, y, ux, uy, perPoint, off, weight } = room;
  stroke[to] = stroke[from]!;
  x[to] = x[from]!;
  y[to] = y[from]!;
  ux[to] = ux[from]!;
  uy[to] = uy[from]!;
  perPoint[to] = perPoint[from]!;
  off[to] = off[from]!;
  weight[to] = weight[from]!;
}

const gapAt = (at: number): number => Math.max(1.5, room.perPoint[at]! * 1.8);

/** Looks for one stroke. Calls are few and take whole numbers, because others leave garbage wherever they aren't inlined. */
function isFound(ink: GreyImage, at: number, reach: number): boolean {
  const x = room.x[at]!;
  const y = room.y[at]!;
  const ux = room.ux[at]!;
  const uy = room.uy[at]!;
  const steps = Math.ceil(reach * room.perPoint[at]!);
  const gap = gapAt(at);
  let best = 0;
  let bestStep = 0;
  for (let step = -steps; step <= steps; step += 1) {
    const held = 1 - (0.3 * Math.abs(step)) / (steps + 1);
    const middle = sample(ink, x + ux * step, y + uy * step);
    // Ink beside it can only lower the value, so most steps end here.
    if (middle < MIN_INK || middle * held <= best) continue;
    let beside = 0;
    for (let side = -1; side <= 1; side += 2) {
      const t = step + side * gap;
      beside = Math.max(beside, sample(ink, x + ux * t, y + uy * t));
    }
    const value = (middle - beside) * held;
    if (value > best) {
      best = value;
      bestStep = step;
    }
  }
  if (best < 10) return false;
  for (let step = 0; step < 3; step += 1) putContrast(ink, at, bestStep + step - 1, step);
  const before = contrasts[0]!;
  const after = contrasts[2]!;
  const curve = before - 2 * contrasts[1]! + after;
  const part = curve < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * curve))) : 0;
  room.off[at] = bestStep + part;
  room.weight[at] = Math.min(1, best / 60);
  return true;
}

/** The contrasts before, at and after the darkest place. */
const contrasts = new Float64Array(3);

/** How much darker a place on the line is than beside it. */
function putContrast(ink: GreyImage, at: number, step: number, to: number): void {
  const x = room.x[at]!;
  const y = room.y[at]!;
  const ux = room.ux[at]!;
  const uy = room.uy[at]!;
  const gap = gapAt(at);
  const middle = sample(ink, x + ux * step, y + uy * step);
  let beside = 0;
  for (let side = -1; side <= 1; side += 2) {
    const t = step + side * gap;
    beside = Math.max(beside, sample(ink, x + ux * t, y + uy * t));
  }
  contrasts[to] = middle < MIN_INK ? 0 : middle - beside;
}

/** How far off a stroke may be, in pixels, to be trusted if most strokes are in their place. */
export const MIN_LIMIT = 2;

/**
 * Keeps strokes that were crossed by ink, or found on a neighbor, from pulling: Tukey's biweight, scaled by the median.
 * @param least a stroke closer than this, in pixels, is never left out
 */
export function trusted({ strokes, count }: Found, least = MIN_LIMIT): Found {
  const { off, weight } = room;
  const sizes = room.sizes.subarray(0, count);
  for (let at = 0; at < count; at += 1) sizes[at] = Math.abs(off[at]!);
  sizes.sort();
  const limit = Math.max(least, 4 * (sizes[count >> 1] ?? 0));
  let kept = 0;
  for (let at = 0; at < count; at += 1) {
    if (!(Math.abs(off[at]!) < limit)) continue;
    move(at, kept);
    weight[kept]! *= (1 - (off[kept]! / limit) ** 2) ** 2;
    kept += 1;
  }
  return { strokes, count: kept };
}
