// Room for a second form: two ballots in one photo must not be read as one.
import type { ReadableForm } from '#ballot/layout.ts';
import type { GreyImage, Point } from '#recognizer/image/grey-image.ts';
import type { FormPose } from './form-pose.ts';
import { project } from './homography.ts';

/** A form that covers more of the photo than this leaves no room for another of its size. */
const MAX_SHARE = 0.6;
/** The page is erased with this much around it, in points, because its own edges are long lines, too. */
const MARGIN = 12;

function pageCorners({ page }: ReadableForm, { plane }: FormPose, margin: number): Point[] {
  const [right, bottom] = [page.width + margin, page.height + margin];
  return [
    project(plane, -margin, -margin),
    project(plane, right, -margin),
    project(plane, right, bottom),
    project(plane, -margin, bottom),
  ];
}

/** @param ink the image that the pose is in pixels of */
export function leavesRoom({ width, height }: GreyImage, layout: ReadableForm, pose: FormPose): boolean {
  const corners = pageCorners(layout, pose, 0);
  const twiceTheArea = corners.reduce((sum, { x, y }, at) => {
    const next = corners[(at + 1) % 4]!;
    return sum + x * next.y - next.x * y;
  }, 0);
  return Math.abs(twiceTheArea) / 2 < MAX_SHARE * width * height;
}

/** Removes the ink of a form's page, in place. */
export function eraseForm(ink: GreyImage, layout: ReadableForm, pose: FormPose): void {
  const corners = pageCorners(layout, pose, MARGIN);
  for (let row = 0; row < ink.height; row += 1) {
    let [left, right] = [Infinity, -Infinity];
    for (const [at, one] of corners.entries()) {
      const other = corners[(at + 1) % 4]!;
      if (one.y < row === other.y < row) continue;
      const x = one.x + ((row - one.y) / (other.y - one.y)) * (other.x - one.x);
      left = Math.min(left, x);
      right = Math.max(right, x);
    }
    if (left >= right) continue;
    const [from, to] = [Math.max(0, Math.floor(left)), Math.min(ink.width, Math.ceil(right) + 1)];
    if (from < to) ink.data.fill(0, row * ink.width + from, row * ink.width + to);
  }
}
