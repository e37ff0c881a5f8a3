// The viewer's view of a photo: which point is in the middle, at which scale and angle.
import type { PhotoPoint } from '#ballot/extracted.ts';

/** x and y are pixels of the photo. The angle is in radians, clockwise. */
export type View = { x: number; y: number; scale: number; angle: number };
type Size = { width: number; height: number };

const MAX_SCALE = 4;
const MIN_SCALE = 0.02;
const clampScale = (scale: number): number => Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale));

/** The angle that levels a box's upper edge. */
function angleFor(box: readonly PhotoPoint[] | undefined): number {
  const [from, to] = box ?? [];
  return from && to ? -Math.atan2(to[1] - from[1], to[0] - from[0]) : 0;
}

/** The whole photo, upright if it is known which way is up. */
export function fitted(picture: Size, frame: Size, upright: readonly PhotoPoint[] | undefined): View {
  const angle = angleFor(upright);
  const [sin, cos] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))];
  const width = picture.width * cos + picture.height * sin;
  const height = picture.width * sin + picture.height * cos;
  const scale = clampScale(Math.min(frame.width / width, frame.height / height));
  return { x: picture.width / 2, y: picture.height / 2, scale, angle };
}

/** A cell in the middle, a quarter as wide as the frame, so that its neighbors and their labels show too. */
export function jumpedTo(box: readonly PhotoPoint[], frameWidth: number): View {
  const sum = box.reduce(([x, y], point) => [x + point[0], y + point[1]] as const, [0, 0] as const);
  const [from, to] = box;
  const width = from && to ? Math.hypot(to[0] - from[0], to[1] - from[1]) : 0;
  const scale = width > 0 ? clampScale(frameWidth / 4 / width) : 1;
  return { x: sum[0] / box.length, y: sum[1] / box.length, scale, angle: angleFor(box) };
}

export const zoomedBy = (view: View, factor: number): View => ({ ...view, scale: clampScale(view.scale * factor) });
export const turnedBy = (view: View, angle: number): View => ({ ...view, angle: view.angle + angle });

type Point = { x: number; y: number };
const middleOf = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
const distanceOf = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

/** Two fingers moved: the points of the picture under them stay there. `middle` is the middle of the frame. */
export function pinchedBy(view: View, from: readonly [Point, Point], to: readonly [Point, Point], middle: Point): View {
  const zoomed = zoomedBy(view, distanceOf(...to) / Math.max(1, distanceOf(...from)));
  const factor = zoomed.scale / view.scale;
  const [before, after] = [middleOf(...from), middleOf(...to)];
  return draggedBy(
    zoomed,
    after.x - middle.x - factor * (before.x - middle.x),
    after.y - middle.y - factor * (before.y - middle.y),
  );
}

/** Dragged by a distance on the screen. */
export function draggedBy(view: View, dx: number, dy: number): View {
  const [sin, cos] = [Math.sin(view.angle), Math.cos(view.angle)];
  return {
    ...view,
    x: view.x - (dx * cos + dy * sin) / view.scale,
    y: view.y - (dy * cos - dx * sin) / view.scale,
  };
}
