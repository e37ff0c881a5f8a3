// Where the points of a form lie in an image: on a plane, which may be bent as curled paper is.
import type { Point } from '#recognizer/image/grey-image.ts';
import { type Homography, scaled } from './homography.ts';

/** Displacement in pixels as a cubic in the form's coordinates: ten coefficients for x, then ten for y. */
export type Bend = Float64Array | null;
export type FormPose = { plane: Homography; bend: Bend };

export const BEND_TERMS = 10;
export const CENTER = { x: 306, y: 400 };
export const REACH = 300;

/** Points as two arrays of coordinates. */
export type Points = { x: Float64Array; y: Float64Array };
export const roomForPoints = (most: number): Points => ({ x: new Float64Array(most), y: new Float64Array(most) });

const [one, placed] = [roomForPoints(1), roomForPoints(1)];

/** Where a point of the form, in points, lies in the image, in pixels. */
export function place(pose: FormPose, x: number, y: number): Point {
  one.x[0] = x;
  one.y[0] = y;
  placeAll(pose, one, placed, 1);
  return { x: placed.x[0]!, y: placed.y[0]! };
}

/**
 * The same for many points. Written without calls, because it runs a million times per photo: calls would leave their numbers to
 * the garbage collector.
 * @param to takes the result
 */
export function placeAll({ plane, bend }: FormPose, from: Points, to: Points, count: number): void {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = plane;
  for (let at = 0; at < count; at += 1) {
    const x = from.x[at]!;
    const y = from.y[at]!;
    const w = g * x + h * y + i;
    to.x[at] = (a * x + b * y + c) / w;
    to.y[at] = (d * x + e * y + f) / w;
    if (!bend) continue;
    const u = (x - CENTER.x) / REACH;
    const v = (y - CENTER.y) / REACH;
    const uu = u * u;
    const vv = v * v;
    const uv = u * v;
    for (let k = 0; k < 2 * BEND_TERMS; k += BEND_TERMS) {
      const moved =
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
      if (k === 0) to.x[at]! += moved;
      else to.y[at]! += moved;
    }
  }
}

/** The same pose in an image that is `factor` times as large. */
export const enlarged = ({ plane, bend }: FormPose, factor: number): FormPose => ({
  plane: scaled(plane, factor),
  bend: bend && bend.map((value) => value * factor),
});
