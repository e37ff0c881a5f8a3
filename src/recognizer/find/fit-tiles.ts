// Lines that repeat every few points can be mistaken for their neighbors: on curled paper, half of a form may be found a
// row too low. The print between the lines shows it: such a part agrees better with the image a row away.
import type { GreyImage, Point } from '#recognizer/image/grey-image.ts';
import type { ReadableForm } from '#ballot/layout.ts';
import { type FormPose, place } from './form-pose.ts';
import { agreementIn, type Sample } from '#recognizer/image/pixels.ts';
import { TEMPLATE_CELL, templateOf } from './template.ts';

/** The center of a part of the form, and how far to move it for a better agreement, in points of the form. */
export type TileMove = { x: number; y: number; dx: number; dy: number; weight: number };

const ACROSS = 4;
const DOWN = 6;
/** Distance tried up and down, in points: more than a row of the tightest form. */
const REACH = 27;
const STEP = { x: 5, y: 3 };
/** Only every sixth cell of every other row of the template is compared: more cells did not help. */
const SPARSE = 6;
/** How much better a part must agree elsewhere before it is moved. */
const MIN_GAIN = 0.08;
/** A tile that agrees less than this everywhere has too little print to decide. */
const MIN_AGREEMENT = 0.35;

/**
 * Where parts of the form agree best with the image. A part that is in the right place moves by 0.
 * @param ink an ink map at about two points a pixel
 * @param across distance tried to the left and right, in points: the edge of the page may have been taken for the form's
 */
export function tileMoves(ink: GreyImage, pose: FormPose, layout: ReadableForm, across: number): TileMove[] {
  const template = templateOf(layout);
  const [width, height] = [Math.floor(template.width / ACROSS), Math.floor(template.height / DOWN)];
  const agreementOf = agreementIn(ink);
  const moves: TileMove[] = [];
  for (let tile = 0; tile < ACROSS * DOWN; tile += 1) {
    const [left, top] = [(tile % ACROSS) * width, Math.floor(tile / ACROSS) * height];
    const samples: Sample[] = [];
    for (let row = top; row < top + height; row += 2) {
      for (let column = left + (row % SPARSE); column < left + width; column += SPARSE) {
        const { x, y } = place(pose, (column + 0.5) * TEMPLATE_CELL, (row + 0.5) * TEMPLATE_CELL);
        samples.push([x, y, template.ink[row * template.width + column]!]);
      }
    }
    const x = (left + width / 2) * TEMPLATE_CELL;
    const y = (top + height / 2) * TEMPLATE_CELL;
    const move = bestMove(agreementOf(samples), pose, { x, y }, across);
    if (move) moves.push(move);
  }
  return moves;
}

function bestMove(
  agreementAt: (right: number, down: number) => number,
  pose: FormPose,
  { x, y }: Point,
  across: number,
): TileMove | null {
  const at = place(pose, x, y);
  const right = place(pose, x + 10, y);
  const below = place(pose, x, y + 10);
  let best = { dx: 0, dy: 0, agreement: -1 };
  let here = 0;
  for (let dy = -REACH; dy <= REACH; dy += STEP.y) {
    for (let dx = -across; dx <= across; dx += STEP.x) {
      const mx = ((right.x - at.x) * dx + (below.x - at.x) * dy) / 10;
      const my = ((right.y - at.y) * dx + (below.y - at.y) * dy) / 10;
      const agreement = agreementAt(mx, my) - 0.002 * (Math.abs(dx) + Math.abs(dy));
      if (dx === 0 && dy === 0) here = agreement;
      if (agreement > best.agreement) best = { dx, dy, agreement };
    }
  }
  const moved = Math.abs(best.dx) > STEP.x || Math.abs(best.dy) > STEP.y;
  if (best.agreement < MIN_AGREEMENT) return null;
  if (moved && best.agreement < here + MIN_GAIN) return { x, y, dx: 0, dy: 0, weight: 0.5 };
  return { x, y, dx: moved ? best.dx : 0, dy: moved ? best.dy : 0, weight: 1 };
}
