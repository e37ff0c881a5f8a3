// The printed strokes of a form as points to find in an image, each with the direction across its stroke.
import type { ReadableForm, Cell, Rect } from '#ballot/layout.ts';

/** A point on a printed stroke, in points of the form; (nx, ny) is the unit vector across the stroke. */
export type StrokePoint = { x: number; y: number; nx: number; ny: number };

const SPACING = 14;

function along(x1: number, y1: number, x2: number, y2: number, spacing: number): StrokePoint[] {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const count = Math.max(2, Math.round(length / spacing));
  const nx = -(y2 - y1) / length;
  const ny = (x2 - x1) / length;
  return Array.from({ length: count }, (_, index) => {
    const t = (index + 0.5) / count;
    return { x: x1 + (x2 - x1) * t, y: y1 + (y2 - y1) * t, nx, ny };
  });
}

function frame({ x, y, width, height }: Rect, spacing: number): StrokePoint[] {
  return [
    ...along(x, y, x + width, y, spacing),
    ...along(x, y + height, x + width, y + height, spacing),
    ...along(x, y, x, y + height, spacing),
    ...along(x + width, y, x + width, y + height, spacing),
  ];
}

/** The cells of a form's scores, in the order of the paper. */
export const scoreCells = ({ scores, cells }: ReadableForm): Cell[] => scores.map(({ key }) => cells[key]!);

/** The strokes of one cell: the four edges of a box, or the line to write on. */
export function cellStrokes({ rect, kind }: Cell, spacing: number): StrokePoint[] {
  if (kind === 'box') return frame(rect, spacing);
  const y = rect.y + rect.height;
  return along(rect.x, y, rect.x + rect.width, y, spacing);
}

/** Caches a result per form. */
function once<Result extends object>(of: (layout: ReadableForm) => Result): (layout: ReadableForm) => Result {
  const known = new WeakMap<ReadableForm, Result>();
  return (layout) => {
    const result = known.get(layout) ?? of(layout);
    known.set(layout, result);
    return result;
  };
}

/** All strokes that fix the position of a form: cells, boxes and lines, but no texts or filled areas. */
export const printedStrokes = once((layout): readonly StrokePoint[] => [
  ...scoreCells(layout).flatMap((cell) => cellStrokes(cell, SPACING)),
  ...layout.boxes.filter((box) => box.stroke > 0).flatMap((box) => frame(box, SPACING)),
  ...layout.lines.flatMap((line) => along(line.x1, line.y1, line.x2, line.y2, SPACING)),
]);

/** A stroke longer than this, in points, has no similar neighbor that it could be mistaken for. */
const LONG = 100;

/** The long strokes only: on curled paper, a short line may be closer to its neighbor's position than to its own. */
export const longStrokes = once((layout): readonly StrokePoint[] => [
  ...layout.boxes
    .filter((box) => box.stroke > 0 && Math.min(box.width, box.height) > LONG)
    .flatMap((box) => frame(box, SPACING)),
  ...layout.lines
    .filter((line) => Math.hypot(line.x2 - line.x1, line.y2 - line.y1) > LONG)
    .flatMap((line) => along(line.x1, line.y1, line.x2, line.y2, SPACING)),
]);
