// Finds a form without markers: matches its long printed lines with long dark lines of the image, in all four directions,
// and keeps the matches whose cells lie on dark lines.
import type { GreyImage, Point } from '#recognizer/image/grey-image.ts';
import type { ReadableForm } from '#ballot/layout.ts';
import { crossing, findLines, type ImageLine } from './find-lines.ts';
import { releaseBuffers } from '#recognizer/image/release-buffers.ts';
import { type Homography, project } from './homography.ts';
import { contrastIn, thickened } from '#recognizer/image/pixels.ts';
import { cellStrokes, longStrokes, scoreCells, type StrokePoint } from './printed-lines.ts';

type Span = readonly [from: number, to: number];
/** Pairs of coordinates of a form's longest straight strokes, far apart. */
type Anchors = { xs: Span[]; ys: Span[] };

const MAX_LINES = 4;
const MAX_IMAGE_LINES = { x: 9, y: 11 };

function farPairs(lengths: Map<number, number>, least: number): Span[] {
  const longest = [...lengths].toSorted((one, other) => other[1] - one[1]).slice(0, MAX_LINES);
  const at = longest.map(([coordinate]) => coordinate).toSorted((a, b) => a - b);
  const widest = at.at(-1)! - at[0]!;
  return at.flatMap((from) => at.filter((to) => to - from >= least * widest).map((to): Span => [from, to]));
}

function anchorsOf(layout: ReadableForm): Anchors {
  const xs = new Map<number, number>();
  const ys = new Map<number, number>();
  const add = (lengths: Map<number, number>, at: number, length: number): void => {
    lengths.set(at, (lengths.get(at) ?? 0) + length);
  };
  const boxes = [
    ...layout.boxes.filter((box) => box.stroke > 0),
    ...scoreCells(layout).flatMap(({ rect, kind }) => (kind === 'box' ? [rect] : [])),
  ];
  for (const { x, y, width, height } of boxes) {
    for (const edge of [x, x + width]) add(xs, edge, height);
    for (const edge of [y, y + height]) add(ys, edge, width);
  }
  for (const line of layout.lines) if (line.y1 === line.y2) add(ys, line.y1, line.x2 - line.x1);
  return { xs: farPairs(xs, 0.45), ys: farPairs(ys, 0.5) };
}

/** The plane that takes the unit square to four corners (Heckbert 1989), corners clockwise from (0, 0). */
function fromUnitSquare([a, b, c, d]: Quad): Homography {
  const sx = a.x - b.x + c.x - d.x;
  const sy = a.y - b.y + c.y - d.y;
  const dx1 = b.x - c.x;
  const dx2 = d.x - c.x;
  const dy1 = b.y - c.y;
  const dy2 = d.y - c.y;
  const det = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / det;
  const h = (dx1 * sy - sx * dy1) / det;
  return [b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x, b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y, g, h, 1];
}

/** Writes to `plane` the map that takes a rectangle to where `unit` takes the unit square, scaled so that its last number is 1. */
function stretched(unit: Homography, [x1, x2]: Span, [y1, y2]: Span, plane: Float64Array): void {
  const across = 1 / (x2 - x1);
  const down = 1 / (y2 - y1);
  for (let row = 0; row < 9; row += 3) {
    const u = unit[row]! * across;
    const v = unit[row + 1]! * down;
    plane[row] = u;
    plane[row + 1] = v;
    plane[row + 2] = unit[row + 2]! - u * x1 - v * y1;
  }
  const last = plane[8]!;
  for (let at = 0; at < 9; at += 1) plane[at]! /= last;
}

type Quad = readonly [Point, Point, Point, Point];

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

/** All quadrangles of two upright and two level lines that could be a rectangle seen by a camera. */
function quadsOf(ink: GreyImage): Quad[] {
  const upright = findLines(ink, 'x', MAX_IMAGE_LINES.x);
  const level = findLines(ink, 'y', MAX_IMAGE_LINES.y);
  const byPlace = (one: ImageLine, other: ImageLine): number => middle(one, ink) - middle(other, ink);
  const us = upright.toSorted(byPlace);
  const ls = level.toSorted(byPlace);
  const quads: Quad[] = [];
  const least = 0.15 * Math.min(ink.width, ink.height);
  for (const [i, left] of us.entries()) {
    for (const right of us.slice(i + 1)) {
      for (const [k, top] of ls.entries()) {
        for (const bottom of ls.slice(k + 1)) {
          const a = crossing(left, top);
          const b = crossing(right, top);
          const c = crossing(right, bottom);
          const d = crossing(left, bottom);
          if (!a || !b || !c || !d) continue;
          const edges = [distance(a, b), distance(b, c), distance(c, d), distance(d, a)] as const;
          if (Math.min(...edges) < least) continue;
          if (Math.max(edges[0] / edges[2], edges[2] / edges[0], edges[1] / edges[3], edges[3] / edges[1]) > 1.8)
            continue;
          if ((b.x - a.x) * (d.y - a.y) - (b.y - a.y) * (d.x - a.x) <= 0) continue;
          quads.push([a, b, c, d]);
        }
      }
    }
  }
  return quads;
}

/** Where a line crosses the middle of the image, along the axis that it crosses. */
function middle(line: ImageLine, { width, height }: GreyImage): number {
  const cos = Math.cos(line.angle);
  const sin = Math.sin(line.angle);
  return Math.abs(cos) > Math.abs(sin)
    ? (line.distance - (sin * height) / 2) / cos
    : (line.distance - (cos * width) / 2) / sin;
}

/** A page may leave the picture by this part of the picture's long side; a smaller page than `MIN_PAGE` of it is not looked for. */
const OUTSIDE = 0.2;
const MIN_PAGE = 0.34;

/** Whether the whole page would be about where the picture is and about as large: most tries would not. */
function liesInside({ width, height }: GreyImage, plane: ArrayLike<number>, { page }: ReadableForm): boolean {
  const long = Math.max(width, height);
  const margin = OUTSIDE * long;
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let corner = 0; corner < 4; corner += 1) {
    const x = corner & 1 ? page.width : 0;
    const y = corner & 2 ? page.height : 0;
    const w = plane[6]! * x + plane[7]! * y + 1;
    if (!(w > 0.2)) return false;
    const column = (plane[0]! * x + plane[1]! * y + plane[2]!) / w;
    const row = (plane[3]! * x + plane[4]! * y + plane[5]!) / w;
    if (column < -margin || row < -margin || column > width + margin || row > height + margin) return false;
    left = Math.min(left, column);
    right = Math.max(right, column);
    top = Math.min(top, row);
    bottom = Math.max(bottom, row);
  }
  return Math.max(right - left, bottom - top) > MIN_PAGE * long;
}

/** Strokes in the first comparison, which stops if their mean contrast is below `HOPELESS` after about half of them. */
const GLANCE = 28;
const HALF_A_GLANCE = 16;
const HOPELESS = 8;
/** Matches that are compared again, with all strokes. */
const PROMISING = 150;
/** Distance from a stroke to the paper beside it, in points. */
const BESIDE = 5;
/** Darker ink counts as this much, because it isn't more likely to be print. */
const PRINT = 90;

/** The stroke points in a fixed mixed order, so that the first few are spread over the whole form. */
const mixed = (strokes: readonly StrokePoint[]): StrokePoint[] => {
  const step = 17;
  return strokes.map((_, index) => strokes[(index * step) % strokes.length]!);
};

export type LineMatch = { layout: ReadableForm; plane: Homography; score: number };

/** The best positions of the forms, best first, in pixels of the ink map (long side about 1000). */
export function findByLines(ink: GreyImage, layouts: readonly ReadableForm[], most: number): LineMatch[] {
  // Allows a match to be off by a pixel.
  const near = thickened(ink);
  const quads = quadsOf(ink);
  const places = layouts.flatMap((layout) => placesOf(layout, near, quads));
  releaseBuffers(near.data);
  return distinct(
    places.toSorted((one, other) => other.score - one.score),
    most,
  );
}

function placesOf(layout: ReadableForm, near: GreyImage, quads: readonly Quad[]): LineMatch[] {
  // Lines to write on don't fix left and right. Without upright edges, the edge of the page would pass for the form's.
  const upright = longStrokes(layout).filter(({ nx }, index) => Math.abs(nx) > 0.5 && index % 2 === 0);
  const strokes = mixed([...scoreCells(layout).flatMap((cell) => cellStrokes(cell, 14)), ...upright]);
  const all = strokes.length & ~3;
  const beside = ({ x, y, nx, ny }: StrokePoint, by: number): Point => ({ x: x + nx * by, y: y + ny * by });
  const flanked = strokes
    .slice(0, all)
    .map((stroke) => ({ on: stroke, one: beside(stroke, BESIDE), other: beside(stroke, -BESIDE) }));
  const inkOn = contrastIn(near, flanked, PRINT, HALF_A_GLANCE, HOPELESS);
  const { xs, ys } = anchorsOf(layout);
  const promising: Promising[] = [];
  let best = 0;
  // Reused for every attempt: a new array for each would be 100 MB of garbage per photo.
  const plane = new Float64Array(9);
  for (const quad of quads) {
    const width = distance(quad[0], quad[1]) + distance(quad[2], quad[3]);
    const height = distance(quad[1], quad[2]) + distance(quad[3], quad[0]);
    for (let turn = 0; turn < 4; turn += 1) {
      const [across, down] = turn % 2 === 0 ? [width, height] : [height, width];
      const unit = fromUnitSquare([quad[turn]!, quad[(turn + 1) % 4]!, quad[(turn + 2) % 4]!, quad[(turn + 3) % 4]!]);
      for (const x of xs) {
        for (const y of ys) {
          const shape = across / down / ((x[1] - x[0]) / (y[1] - y[0]));
          if (shape < 0.6 || shape > 1.67) continue;
          stretched(unit, x, y, plane);
          if (!liesInside(near, plane, layout)) continue;
          const score = inkOn(plane, GLANCE);
          if (score < HOPELESS || score < best / 2) continue;
          best = Math.max(best, score);
          keep(promising, plane, score);
        }
      }
    }
  }
  return promising.map((match) => ({ layout, plane: Array.from(match.plane), score: inkOn(match.plane, all) }));
}

type Promising = { plane: Float64Array; score: number };

/**
 * Keeps a copy of a match if it is one of the best, after all with an equal score. The one that drops out gives it its place: a
 * new object for every match would be 5 MB of garbage per photo.
 * @param matches best first
 */
function keep(matches: Promising[], plane: Float64Array, score: number): void {
  const isFull = matches.length === PROMISING;
  if (isFull && score <= matches.at(-1)!.score) return;
  const match = (isFull && matches.pop()) || { plane: new Float64Array(9), score };
  match.plane.set(plane);
  match.score = score;
  let at = matches.length;
  while (at > 0 && matches[at - 1]!.score < score) at -= 1;
  matches.splice(at, 0, match);
}

/** Points of the form at which two positions of it are compared. */
const CORNERS = [60, 540].flatMap((x) => [60, 700].map((y): Point => ({ x, y })));

function distinct(matches: readonly LineMatch[], most: number): LineMatch[] {
  const kept: LineMatch[] = [];
  for (const match of matches) {
    if (kept.length === most) break;
    const near = kept.some(
      (one) =>
        one.layout === match.layout &&
        CORNERS.every(({ x, y }) => distance(project(one.plane, x, y), project(match.plane, x, y)) < 12),
    );
    if (!near) kept.push(match);
  }
  return kept;
}
