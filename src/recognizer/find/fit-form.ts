// Fits a form to an image from a rough position, by pulling its printed strokes onto the dark lines nearby: first as a
// plane, then with a smooth bend for curled paper.
import type { GreyImage, Point } from '#recognizer/image/grey-image.ts';
import { type Homography, project, scaled, solveLinear } from './homography.ts';
import { sample } from '#recognizer/image/ink-map.ts';
import type { StrokePoint } from './printed-lines.ts';

/** Displacement in pixels as a cubic in the form's coordinates: ten coefficients for x, then ten for y. */
type Bend = Float64Array | null;
export type FormPose = { plane: Homography; bend: Bend };

const BEND_TERMS = 10;
const CENTER = { x: 306, y: 400 };
const REACH = 300;

/** Puts what each coefficient of a bend moves a point of the form by, along the unit vector (ux, uy), into `row`. */
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

/**
 * Where a point of the form, in points, lies in the image, in pixels.
 * @param point is overwritten and returned: for loops over thousands of points
 */
export function place({ plane, bend }: FormPose, x: number, y: number, point: Point = { x: 0, y: 0 }): Point {
  project(plane, x, y, point);
  if (!bend) return point;
  const u = (x - CENTER.x) / REACH;
  const v = (y - CENTER.y) / REACH;
  point.x += displacement(bend, 0, u, v);
  point.y += displacement(bend, BEND_TERMS, u, v);
  return point;
}

/**
 * The sum of a bend's terms from `k` on. Written out, because it runs a million times per photo: a list of terms would
 * double the time of the search.
 */
function displacement(bend: Float64Array, k: number, u: number, v: number): number {
  const uu = u * u;
  const vv = v * v;
  return (
    bend[k]! +
    bend[k + 1]! * u +
    bend[k + 2]! * v +
    bend[k + 3]! * uu +
    bend[k + 4]! * (u * v) +
    bend[k + 5]! * vv +
    bend[k + 6]! * uu * u +
    bend[k + 7]! * uu * v +
    bend[k + 8]! * u * vv +
    bend[k + 9]! * vv * v
  );
}

/** A line in the image: through the point (x, y), along the unit vector (ux, uy). */
type Line = Point & { ux: number; uy: number };
/** A stroke point found in the image: `off` pixels along the line from where the pose puts it. */
type Found = Line & { stroke: StrokePoint; off: number; weight: number };

/** Ink, of 255, below which nothing counts as a line. */
const MIN_INK = 12;

const inkAlong = (ink: GreyImage, { x, y, ux, uy }: Line, t: number): number => sample(ink, x + ux * t, y + uy * t);
/** The ink `gap` pixels to both sides of a place on the line. */
const inkBeside = (ink: GreyImage, line: Line, t: number, gap: number): number =>
  Math.max(inkAlong(ink, line, t - gap), inkAlong(ink, line, t + gap));

/** How much darker a place on the line is than beside it. */
function contrastAt(ink: GreyImage, line: Line, t: number, gap: number): number {
  const middle = inkAlong(ink, line, t);
  return middle < MIN_INK ? 0 : middle - inkBeside(ink, line, t, gap);
}

/** Finds the darkest line within `reach` points of the form to both sides of every stroke. */
function findStrokes(ink: GreyImage, pose: FormPose, strokes: readonly StrokePoint[], reach: number): Found[] {
  const found: Found[] = [];
  const side = { x: 0, y: 0 };
  const line: Line = { x: 0, y: 0, ux: 0, uy: 0 };
  for (const stroke of strokes) {
    place(pose, stroke.x, stroke.y, line);
    place(pose, stroke.x + stroke.nx, stroke.y + stroke.ny, side);
    const perPoint = Math.hypot(side.x - line.x, side.y - line.y);
    if (!(perPoint > 0.2 && perPoint < 20)) continue;
    line.ux = (side.x - line.x) / perPoint;
    line.uy = (side.y - line.y) / perPoint;
    const steps = Math.ceil(reach * perPoint);
    const gap = Math.max(1.5, perPoint * 1.8);
    let best = 0;
    let bestStep = 0;
    for (let step = -steps; step <= steps; step += 1) {
      const held = 1 - (0.3 * Math.abs(step)) / (steps + 1);
      const middle = inkAlong(ink, line, step);
      // Ink beside it can only lower the value, so most steps end here.
      if (middle < MIN_INK || middle * held <= best) continue;
      const value = (middle - inkBeside(ink, line, step, gap)) * held;
      if (value > best) {
        best = value;
        bestStep = step;
      }
    }
    if (best < 10) continue;
    const before = contrastAt(ink, line, bestStep - 1, gap);
    const here = contrastAt(ink, line, bestStep, gap);
    const after = contrastAt(ink, line, bestStep + 1, gap);
    const curve = before - 2 * here + after;
    const part = curve < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * curve))) : 0;
    found.push({ ...line, stroke, off: bestStep + part, weight: Math.min(1, best / 60) });
  }
  return found;
}

/** How far off a stroke may be, in pixels, to be trusted where most are in their place. */
const MIN_LIMIT = 2;

/**
 * Keeps strokes that were crossed by ink, or found on a neighbor, from pulling: Tukey's biweight, scaled by the median.
 * @param least a stroke closer than this, in pixels, is never left out
 */
function trusted(found: readonly Found[], least = MIN_LIMIT): Found[] {
  const sizes = Float64Array.from(found, ({ off }) => Math.abs(off)).toSorted();
  const limit = Math.max(least, 4 * (sizes[sizes.length >> 1] ?? 0));
  const kept = found.filter(({ off }) => Math.abs(off) < limit);
  for (const one of kept) one.weight *= (1 - (one.off / limit) ** 2) ** 2;
  return kept;
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
function stepPlane(plane: Homography, found: readonly Found[]): Homography | null {
  if (found.length < 24) return null;
  const equations = leastSquares(8);
  const h8 = plane[8]!;
  for (const { stroke, x, y, ux, uy, off, weight } of found) {
    const w = (plane[6]! * stroke.x + plane[7]! * stroke.y + h8) / h8;
    const u = (stroke.x - CENTER.x) / REACH;
    const v = (stroke.y - CENTER.y) / REACH;
    const tilt = -(ux * x + uy * y) / w;
    const { row } = equations;
    row[0] = (ux * u) / w;
    row[1] = (ux * v) / w;
    row[2] = ux / w;
    row[3] = (uy * u) / w;
    row[4] = (uy * v) / w;
    row[5] = uy / w;
    row[6] = tilt * u;
    row[7] = tilt * v;
    equations.add(off, weight);
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
    const found = trusted(findStrokes(ink, pose, strokes, reach), trust === 'all' ? reach : MIN_LIMIT);
    if (found.length < 60) break;
    const equations = leastSquares(2 * BEND_TERMS);
    for (const { stroke, ux, uy, off, weight } of found) {
      putBend(equations.row, stroke.x, stroke.y, ux, uy);
      equations.add(off, weight);
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
  const near = findStrokes(ink, pose, strokes, 2).filter(({ off }) => Math.abs(off) < 1.5);
  return near.length / strokes.length;
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

/** The same pose in an image that is `factor` times as large. */
export const enlarged = ({ plane, bend }: FormPose, factor: number): FormPose => ({
  plane: scaled(plane, factor),
  bend: bend && bend.map((value) => value * factor),
});
