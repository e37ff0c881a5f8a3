import type { Glyph } from './handwriting.ts';

/**
 * Ink of pen strokes, each a list of coordinates x, y, x, y ... that are joined by straight lines.
 * @param half half the pen's width, in the same measure as the coordinates
 */
export function drawn(strokes: readonly number[][], half: number, stretch: number): Glyph {
  const all = strokes.flat();
  const xs = all.filter((_, index) => index % 2 === 0).map((x) => x * stretch);
  const ys = all.filter((_, index) => index % 2 === 1);
  const [left, top] = [Math.min(...xs) - half, Math.min(...ys) - half];
  const [width, height] = [Math.ceil(Math.max(...xs) + half - left), Math.ceil(Math.max(...ys) + half - top)];
  const ink = new Float32Array(width * height);
  for (const points of strokes) {
    for (let index = 0; index + 3 < points.length; index += 2) {
      const [x1, y1] = [points[index]! * stretch - left, points[index + 1]! - top];
      const [dx, dy] = [points[index + 2]! * stretch - left - x1, points[index + 3]! - top - y1];
      for (let at = 0; at < ink.length; at += 1) {
        const [px, py] = [(at % width) + 0.5 - x1, Math.floor(at / width) + 0.5 - y1];
        const t = Math.max(0, Math.min(1, (px * dx + py * dy) / (dx * dx + dy * dy || 1)));
        const away = Math.hypot(px - t * dx, py - t * dy);
        ink[at] = Math.max(ink[at]!, Math.min(1, half + 0.5 - away));
      }
    }
  }
  return { width, height, ink };
}
