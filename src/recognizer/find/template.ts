// A coarse picture of a form's ink, and how well an image agrees with it.
import type { GreyImage } from '#recognizer/image/grey-image.ts';
import type { ReadableForm } from '#ballot/layout.ts';
import { type FormPose, placeAll, type Points, roomForPoints } from './form-pose.ts';
import { scoreCells } from './printed-lines.ts';
import { sample } from '#recognizer/image/ink-map.ts';

/** Points of the form per template cell. */
export const TEMPLATE_CELL = 2.5;

/**
 * `compared`: the cells that `agreement` looks at, with their middles in points of the form, and room for where these lie in
 * an image.
 */
type Template = { width: number; height: number; ink: Float32Array; compared: Cells };
type Cells = Points & { ink: Float32Array; placed: Points };
const templates = new WeakMap<ReadableForm, Template>();

/**
 * How much ink the empty form has in each cell of `TEMPLATE_CELL` points, softened, and which cells are compared. Drawn once
 * per form.
 */
export function templateOf(layout: ReadableForm): Template {
  const known = templates.get(layout);
  if (known) return known;
  const width = Math.ceil(layout.page.width / TEMPLATE_CELL);
  const height = Math.ceil(layout.page.height / TEMPLATE_CELL);
  const drawn = { width, height, ink: new Float32Array(width * height) };
  draw(drawn, layout);
  const ink = softened(drawn);
  const template = { width, height, ink, compared: comparedCells({ width, height, ink }) };
  templates.set(layout, template);
  return template;
}

type Drawn = Omit<Template, 'compared'>;

function draw({ width, height, ink }: Drawn, layout: ReadableForm): void {
  const dab = (x: number, y: number, amount: number): void => {
    const column = Math.floor(x / TEMPLATE_CELL);
    const row = Math.floor(y / TEMPLATE_CELL);
    if (column < 0 || row < 0 || column >= width || row >= height) return;
    const at = row * width + column;
    ink[at] = Math.max(ink[at]!, amount);
  };
  const stroke = (x1: number, y1: number, x2: number, y2: number, amount: number): void => {
    const steps = Math.ceil(Math.hypot(x2 - x1, y2 - y1));
    for (let i = 0; i <= steps; i += 1) dab(x1 + ((x2 - x1) * i) / steps, y1 + ((y2 - y1) * i) / steps, amount);
  };
  const frame = (x: number, y: number, w: number, h: number): void => {
    stroke(x, y, x + w, y, 0.5);
    stroke(x, y + h, x + w, y + h, 0.5);
    stroke(x, y, x, y + h, 0.5);
    stroke(x + w, y, x + w, y + h, 0.5);
  };
  for (const box of layout.boxes) if (box.stroke > 0) frame(box.x, box.y, box.width, box.height);
  for (const line of layout.lines) stroke(line.x1, line.y1, line.x2, line.y2, 0.4);
  for (const { rect, kind } of scoreCells(layout)) {
    if (kind === 'box') frame(rect.x, rect.y, rect.width, rect.height);
    else stroke(rect.x, rect.y + rect.height, rect.x + rect.width, rect.y + rect.height, 0.5);
  }
  for (const text of layout.texts) {
    // Fonts differ between printers, so words are grey bars of about their width.
    const length = text.text.length * text.size * (text.bold ? 0.54 : 0.48);
    const from = text.x - (text.anchor === 'middle' ? length / 2 : text.anchor === 'end' ? length : 0);
    for (let y = text.y - text.size * 0.6; y < text.y; y += 1) stroke(from, y, from + length, y, 0.25);
  }
  for (const marker of layout.markers) {
    const square = marker.size / 6;
    for (let y = 0; y < marker.size; y += 1) {
      for (let x = 0; x < marker.size; x += 1) {
        const column = Math.floor(x / square) - 1;
        const row = Math.floor(y / square) - 1;
        const white = column >= 0 && row >= 0 && column < 4 && row < 4 && marker.bits[row * 4 + column] === '1';
        if (!white) dab(marker.x + x, marker.y + y, 0.5);
      }
    }
  }
}

/** Averages 3 x 3 cells, so that a fit that is a point off still agrees. */
function softened({ width, height, ink }: Drawn): Float32Array {
  const out = new Float32Array(ink.length);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      let sum = 0;
      for (let dy = -1; dy <= 1; dy += 1) {
        const at = (y + dy) * width + x;
        sum += ink[at - 1]! + ink[at]! + ink[at + 1]!;
      }
      out[y * width + x] = sum / 9;
    }
  }
  return out;
}

/** A quarter of the cells, staggered, gives the same result as all of them. */
function comparedCells({ width, height, ink }: Drawn): Cells {
  const places: number[] = [];
  for (let row = 0; row < height; row += 2) {
    for (let column = (row >> 1) & 1; column < width; column += 2) places.push(row * width + column);
  }
  return {
    ink: Float32Array.from(places, (at) => ink[at]!),
    x: Float64Array.from(places, (at) => ((at % width) + 0.5) * TEMPLATE_CELL),
    y: Float64Array.from(places, (at) => (Math.floor(at / width) + 0.5) * TEMPLATE_CELL),
    placed: roomForPoints(places.length),
  };
}

/**
 * Normalized cross-correlation, -1 to 1, of the image's ink with the part of the form that is in the image. Photos of
 * the form reach .57 and more; other pictures stay below .3.
 * @param ink an ink map at about two points a pixel: in a sharper one the form's thin lines agree less
 */
export function agreement(ink: GreyImage, pose: FormPose, layout: ReadableForm): number {
  const { ink: whole, compared } = templateOf(layout);
  let n = 0;
  let sumA = 0;
  let sumB = 0;
  let sumAA = 0;
  let sumBB = 0;
  let sumAB = 0;
  const { placed } = compared;
  placeAll(pose, compared, placed, compared.ink.length);
  for (let cell = 0; cell < compared.ink.length; cell += 1) {
    const a = sample(ink, placed.x[cell]!, placed.y[cell]!, -1);
    if (a < 0) continue;
    const b = compared.ink[cell]!;
    n += 1;
    sumA += a;
    sumB += b;
    sumAA += a * a;
    sumBB += b * b;
    sumAB += a * b;
  }
  const covariance = sumAB - (sumA * sumB) / n;
  const spread = (sumAA - (sumA * sumA) / n) * (sumBB - (sumB * sumB) / n);
  // A form is not accepted if half of its page is outside the image.
  return n > whole.length / 8 && spread > 0 ? covariance / Math.sqrt(spread) : 0;
}
