// Fits a form to an image from a rough position, by pulling its printed strokes onto the dark lines nearby: first as a
// plane, then with a smooth bend for curled paper.
import type { GreyImage } from '#recognizer/image/grey-image.ts';
import { findStrokes, type Found, MIN_LIMIT, room, trusted } from './find-strokes.ts';
import { type Bend, BEND_TERMS, CENTER, type FormPose, place, REACH } from './form-pose.ts';
import { type Homography, solveLinear } from './homography.ts';
import type { StrokePoint } from './printed-lines.ts';

/** Writes to `row` how far each coefficient of a bend moves a point of the form along the unit vector (ux, uy). */
function putBend(row: Float64Array, x: number, y: number, ux: number, uy: number): void {
  const u = (x - CENTER.x) / REACH;
  const v = (y - CENTER.y) / REACH;
  row[0] = 1;
  row[1] = u;
  row[2] = v;
  row[3] = u * u;
  row[4] = u * v;
  row[5] = v * v;
  row[6] = u * u * u;
  row[7] = u * u * v;
  row[8] = u * v * v;
  row[9] = v * v * v;
  for (let term = 0; term < BEND_TERMS; term += 1) {
    row[BEND_TERMS + term] = uy * row[term]!;
    row[term]! *= ux;
  }
}

/** Least squares: `row` is filled for each equation and then added. */
function leastSquares(size: number) {
  const a = new Float64Array(size * size);
  const b = new Float64Array(size);
  const row = new Float64Array(size);
  return {
    row,
    add(value: number, weight: number): void {
      for (let i = 0; i < size; i += 1) {
        const wi = weight * row[i]!;
        if (wi === 0) continue;
        b[i]! += wi * value;
        for (let k = i; k < size; k += 1) a[i * size + k]! += wi * row[k]!;
      }
    },
    solve(damp: number): Float64Array | null {
      // The matrix is symmetric.
      for (let i = 0; i < size; i += 1) {
        for (let k = 0; k < i; k += 1) a[i * size + k] = a[k * size + i]!;
        a[i * size + i]! += damp;
      }
      return solveLinear(a, b);
    },
  };
}

/** One Gauss-Newton step of the plane; null if too few strokes were found. */
function stepPlane(plane: Homography, { strokes, count }: Found): Homography | null {
  if (count < 24) return null;
  const equations = leastSquares(8);
  const h8 = plane[8]!;
  for (let at = 0; at < count; at += 1) {
    const stroke = strokes[room.stroke[at]!]!;
    const ux = room.ux[at]!;
    const uy = room.uy[at]!;
    const w = (plane[6]! * stroke.x + plane[7]! * stroke.y + h8) / h8;
    const u = (stroke.x - CENTER.x) / REACH;
    const v = (stroke.y - CENTER.y) / REACH;
    const tilt = -(ux * room.x[at]! + uy * room.y[at]!) / w;
    const { row } = equations;
    row[0] = (ux * u) / w;
    row[1] = (ux * v) / w;
    row[2] = ux / w;
    row[3] = (uy * u) / w;
    row[4] = (uy * v) / w;
    row[5] = uy / w;
    row[6] = tilt * u;
    row[7] = tilt * v;
    equations.add(room.off[at]!, room.weight[at]!);
  }
  const d = equations.solve(1e-6);
  if (!d) return null;
  // The step is in centered coordinates: h(x) = h + d * (x - center) / reach.
  const h = plane.map((value) => value / plane[8]!);
  const apply = (at: number, du: number, dv: number, d1: number): void => {
    h[at]! += du / REACH;
    h[at + 1]! += dv / REACH;
    h[at + 2]! += d1 - (du * CENTER.x + dv * CENTER.y) / REACH;
  };
  apply(0, d[0]!, d[1]!, d[2]!);
  apply(3, d[3]!, d[4]!, d[5]!);
  apply(6, d[6]!, d[7]!, 0);
  return h;
}

/**
 * @param reaches search distances in points of the form, from wide to narrow
 * @returns the plane pulled onto the strokes, or `start` if too few were found
 */
export function fitPlane(
  ink: GreyImage,
  start: Homography,
  strokes: readonly StrokePoint[],
  reaches: readonly number[],
): Homography {
  let plane = start;
  for (const reach of reaches) {
    const next = stepPlane(plane, trusted(findStrokes(ink, { plane, bend: null }, strokes, reach)));
    if (!next || next.some((value) => !Number.isFinite(value))) break;
    plane = next;
  }
  return plane;
}

/**
 * Adds the bend of curled paper to a fitted plane.
 * @param reaches search distances in points of the form, from wide to narrow
 * @param trust 'all': one side of the form may be off by the whole search distance while the others are in their place
 */
export function fitBend(
  ink: GreyImage,
  start: FormPose,
  strokes: readonly StrokePoint[],
  reaches: readonly number[],
  trust: 'most' | 'all' = 'most',
): FormPose {
  let pose = start;
  for (const reach of reaches) {
    // In half a photo, a point of the form is about a pixel.
    const { count } = trusted(findStrokes(ink, pose, strokes, reach), trust === 'all' ? reach : MIN_LIMIT);
    if (count < 60) break;
    const equations = leastSquares(2 * BEND_TERMS);
    for (let at = 0; at < count; at += 1) {
      const { x, y } = strokes[room.stroke[at]!]!;
      putBend(equations.row, x, y, room.ux[at]!, room.uy[at]!);
      equations.add(room.off[at]!, room.weight[at]!);
    }
    const step = equations.solve(0.8);
    if (!step) break;
    const old: Bend = pose.bend;
    pose = { plane: pose.plane, bend: step.map((value, index) => value + (old?.[index] ?? 0)) };
  }
  return pose;
}

/** The share of strokes that lie on a dark line. */
export function shareOnLines(ink: GreyImage, pose: FormPose, strokes: readonly StrokePoint[]): number {
  const { count } = findStrokes(ink, pose, strokes, 2);
  let near = 0;
  for (let at = 0; at < count; at += 1) if (Math.abs(room.off[at]!) < 1.5) near += 1;
  return near / strokes.length;
}

/** Bends the pose so that points of the form move by the given distances, in points, as far as a smooth bend can. */
export function bentBy(
  pose: FormPose,
  moves: readonly { x: number; y: number; dx: number; dy: number; weight: number }[],
): FormPose {
  const equations = leastSquares(2 * BEND_TERMS);
  for (const { x, y, dx, dy, weight } of moves) {
    const from = place(pose, x, y);
    const to = place(pose, x + dx, y + dy);
    putBend(equations.row, x, y, 1, 0);
    equations.add(to.x - from.x, weight);
    putBend(equations.row, x, y, 0, 1);
    equations.add(to.y - from.y, weight);
  }
  const step = equations.solve(0.2);
  const old = pose.bend;
  return step ? { plane: pose.plane, bend: step.map((value, index) => value + (old?.[index] ?? 0)) } : pose;
}
