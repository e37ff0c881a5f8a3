// Ink on a page: glyphs, lines, rings, and what judges write after a score.
import type { Rect } from '#ballot/layout.ts';
import { DPP, type Page } from './draw-form.ts';
import type { Glyph } from './handwriting.ts';
import type { Random } from './random.ts';

export type Pen = { strength: number; grain: number; slant: number; turn: number; size: number };
/** The position of a glyph in page pixels. */
export type Spot = { x: number; y: number; width: number; height: number };

/** Draws a glyph on the page, slanted and rotated about its center. */
export function put(page: Page, glyph: Glyph, box: Rect, pen: Pen, random: Random): void {
  const width = Math.max(3, box.width * DPP);
  const height = Math.max(4, box.height * DPP);
  const cx = box.x * DPP + width / 2;
  const cy = box.y * DPP + height / 2;
  const reach = Math.ceil(Math.max(width, height) * 0.8);
  const slant = pen.slant + random.normal(0.03);
  const turn = pen.turn + random.normal(0.03);
  const sharpness = 2.2;
  for (let dy = -reach; dy <= reach; dy += 1) {
    for (let dx = -reach; dx <= reach; dx += 1) {
      const sx = dx + turn * dy + slant * dy;
      const sy = dy - turn * dx;
      const u = (sx / width + 0.5) * glyph.width - 0.5;
      const v = (sy / height + 0.5) * glyph.height - 0.5;
      const value = between(glyph, u, v);
      if (value <= 0.1) continue;
      const ink = Math.min(1, Math.max(0, (value - 0.5) * sharpness + 0.5));
      darken(page, Math.round(cx + dx), Math.round(cy + dy), ink * pen.strength * (1 - pen.grain * random.next()));
    }
  }
}

function between({ width, height, ink }: Glyph, x: number, y: number): number {
  if (x < -1 || y < -1 || x > width || y > height) return 0;
  const left = Math.floor(x);
  const top = Math.floor(y);
  const at = (column: number, row: number): number =>
    column >= 0 && row >= 0 && column < width && row < height ? ink[row * width + column]! : 0;
  const dx = x - left;
  const dy = y - top;
  return (
    (at(left, top) * (1 - dx) + at(left + 1, top) * dx) * (1 - dy) +
    (at(left, top + 1) * (1 - dx) + at(left + 1, top + 1) * dx) * dy
  );
}

function darken(page: Page, x: number, y: number, ink: number): void {
  if (x < 0 || y < 0 || x >= page.width || y >= page.height) return;
  const at = y * page.width + x;
  page.data[at] = Math.min(page.data[at]!, Math.round(page.data[at]! * (1 - ink)) + 8);
}

export function line(
  page: Page,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  width: number,
  strength: number,
): void {
  const steps = Math.ceil(Math.hypot(x2 - x1, y2 - y1));
  const half = Math.ceil(width / 2);
  for (let step = 0; step <= steps; step += 1) {
    const x = x1 + ((x2 - x1) * step) / steps;
    const y = y1 + ((y2 - y1) * step) / steps;
    for (let dy = -half; dy <= half; dy += 1) {
      for (let dx = -half; dx <= half; dx += 1) {
        if (Math.hypot(dx, dy) <= width / 2) darken(page, Math.round(x + dx), Math.round(y + dy), strength);
      }
    }
  }
}

export function ring(page: Page, spot: Spot, pen: Pen, random: Random): void {
  const rx = spot.width / 2 + random.between(5, 11);
  const ry = spot.height / 2 + random.between(3, 8);
  const cx = spot.x + spot.width / 2;
  const cy = spot.y + spot.height / 2;
  for (let degree = 0; degree < random.between(330, 390); degree += 3) {
    const at = (angle: number): [number, number] => [
      cx + rx * Math.cos((angle * Math.PI) / 180),
      cy + ry * Math.sin((angle * Math.PI) / 180),
    ];
    line(page, ...at(degree), ...at(degree + 3), 3, pen.strength);
  }
}

/** Half a point or a plus after a score. */
export function afterScore(page: Page, spot: Spot, rect: Rect, pen: Pen, random: Random): void {
  const x = spot.x + spot.width + 5;
  const bottom = spot.y + spot.height;
  if (random.chance(0.5)) {
    const size = spot.height * 0.4;
    line(page, x, bottom - size, x + size, bottom - size, 3, pen.strength);
    line(page, x + size / 2, bottom - 1.5 * size, x + size / 2, bottom - size / 2, 3, pen.strength);
  } else {
    const size = Math.min(spot.height * 0.8, (rect.x + rect.width + 4) * DPP - x);
    line(page, x, bottom - 2, x + 2, bottom - 2, 4, pen.strength);
    const [left, top] = [x + 8, bottom - size];
    line(page, left, top, left + size * 0.5, top, 3, pen.strength);
    line(page, left, top, left, top + size * 0.45, 3, pen.strength);
    for (let degree = -90; degree < 120; degree += 8) {
      const at = (angle: number): [number, number] => [
        left + size * (0.2 + 0.3 * Math.cos((angle * Math.PI) / 180)),
        top + size * (0.7 + 0.27 * Math.sin((angle * Math.PI) / 180)),
      ];
      line(page, ...at(degree), ...at(degree + 8), 3, pen.strength);
    }
  }
}
