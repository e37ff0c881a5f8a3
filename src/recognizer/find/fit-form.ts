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

function bendTerms(x: number, y: number): number[] {
  const u = (x - CENTER.x) / REACH;
  const v = (y - CENTER.y) / REACH;
  return [1, u, v, u * u, u * v, v * v, u * u * u, u * u * v, u * v * v, v * v * v];
}

/** Where a point of the form, in points, lies in the image, in pixels. */
export function place({ plane, bend }: FormPose, x: number, y: number): Point {
  const point = project(plane, x, y);
  if (!bend) return point;
  // Written out, because this runs half a million times per photo: a list of terms would double the time of the search.
  const u = (x - CENTER.x) / REACH;
  const v = (y - CENTER.y) / REACH;
  const [uu, uv, vv] = [u * u, u * v, v * v];
  const along = (k: number): number =>
    bend[k]! +
    bend[k + 1]! * u +
    bend[k + 2]! * v +
    bend[k + 3]! * uu +
    bend[k + 4]! * uv +
    bend[k + 5]! * vv +
    bend[k + 6]! * uu * u +
    bend[k + 7]! * uu * v +
    bend[k + 8]! * u * vv +
    bend[k + 9]! * vv * v;
  point.x += along(0);
  point.y += along(BEND_TERMS);
  return point;
}

/** A stroke point found in the image: `off` pixels along the unit vector (ux, uy) from where the pose puts it. */
type Found = { stroke: StrokePoint; at: Point; ux: number; uy: number; off: number; weight: number };

/** Ink, of 255, below which nothing counts as a line. */
const MIN_INK = 12;

/** Finds the darkest line within `reach` points of the form to both sides of every stroke. */
function findStrokes(ink: GreyImage, pose: FormPose, strokes: readonly StrokePoint[], reach: number): Found[] {
  const found: Found[] = [];
  for (const stroke of strokes) {
    const at = place(pose, stroke.x, stroke.y);
    const side = place(pose, stroke.x + stroke.nx, stroke.y + stroke.ny);
    const perPoint = Math.hypot(side.x - at.x, side.y - at.y);
    if (!(perPoint > 0.2 && perPoint < 20)) continue;
    const ux = (side.x - at.x) / perPoint;
    const uy = (side.y - at.y) / perPoint;
    const steps = Math.ceil(reach * perPoint);
    const gap = Math.max(1.5, perPoint * 1.8);
    let best = 0;
    let bestStep = 0;
    const dark = (t: number): number => sample(ink, at.x + ux * t, at.y + uy * t);
    const besides = (t: number): number => Math.max(dark(t - gap), dark(t + gap));
    const response = (t: number): number => {
      const middle = dark(t);
      return middle < MIN_INK ? 0 : middle - besides(t);
    };
    for (let step = -steps; step <= steps; step += 1) {
      const held = 1 - (0.3 * Math.abs(step)) / (steps + 1);
      const middle = dark(step);
      // Ink beside it can only lower the value, so most steps end here.
      if (middle < MIN_INK || middle * held <= best) continue;
      const value = (middle - besides(step)) * held;
      if (value > best) {
        best = value;
        bestStep = step;
      }
    }
    if (best < 10) continue;
    const before = response(bestStep - 1);
    const here = response(bestStep);
    const after = response(bestStep + 1);
    const curve = before - 2 * here + after;
    const part = curve < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * curve))) : 0;
    found.push({ stroke, at, ux, uy, off: bestStep + part, weight: Math.min(1, best / 60) });
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

function normalEquations(
  rows: Iterable<{ row: Float64Array; value: number; weight: number }>,
  size: number,
  damp: number,
) {
  const a = new Float64Array(size * size);
  const b = new Float64Array(size);
  for (const { row, value, weight } of rows) {
    for (let i = 0; i < size; i += 1) {
      const wi = weight * row[i]!;
      if (wi === 0) continue;
      b[i]! += wi * value;
      for (let k = i; k < size; k += 1) a[i * size + k]! += wi * row[k]!;
    }
  }
  // The matrix is symmetric.
  for (let i = 0; i < size; i += 1) {
    for (let k = 0; k < i; k += 1) a[i * size + k] = a[k * size + i]!;
    a[i * size + i]! += damp;
  }
  return solveLinear(a, b);
}

function* planeRows(plane: Homography, found: readonly Found[]) {
  const row = new Float64Array(8);
  const h8 = plane[8]!;
  for (const { stroke, at, ux, uy, off, weight } of found) {
    const w = (plane[6]! * stroke.x + plane[7]! * stroke.y + h8) / h8;
    const u = (stroke.x - CENTER.x) / REACH;
    const v = (stroke.y - CENTER.y) / REACH;
    const tilt = -(ux * at.x + uy * at.y) / w;
    row.set([(ux * u) / w, (ux * v) / w, ux / w, (uy * u) / w, (uy * v) / w, uy / w, tilt * u, tilt * v]);
    yield { row, value: off, weight };
  }
}

/** One Gauss-Newton step of the plane; null if too few strokes were found. */
function stepPlane(plane: Homography, found: readonly Found[]): Homography | null {
  if (found.length < 24) return null;
  const d = normalEquations(planeRows(plane, found), 8, 1e-6);
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

function* bendRows(found: readonly Found[]) {
  const row = new Float64Array(2 * BEND_TERMS);
  for (const { stroke, ux, uy, off, weight } of found) {
    bendTerms(stroke.x, stroke.y).forEach((term, index) => {
      row[index] = ux * term;
      row[BEND_TERMS + index] = uy * term;
    });
    yield { row, value: off, weight };
  }
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
    const step = normalEquations(bendRows(found), 2 * BEND_TERMS, 0.8);
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
  const rows = moves.flatMap(({ x, y, dx, dy, weight }) => {
    const from = place(pose, x, y);
    const to = place(pose, x + dx, y + dy);
    const terms = bendTerms(x, y);
    const none = terms.map(() => 0);
    return [
      { row: Float64Array.from([...terms, ...none]), value: to.x - from.x, weight },
      { row: Float64Array.from([...none, ...terms]), value: to.y - from.y, weight },
    ];
  });
  const step = normalEquations(rows, 2 * BEND_TERMS, 0.2);
  const old = pose.bend;
  return step ? { plane: pose.plane, bend: step.map((value, index) => value + (old?.[index] ?? 0)) } : pose;
}

/** The same pose in an image that is `factor` times as large. */
export const enlarged = ({ plane, bend }: FormPose, factor: number): FormPose => ({
  plane: scaled(plane, factor),
  bend: bend && bend.map((value) => value * factor),
});
