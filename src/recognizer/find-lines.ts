// The long straight dark lines of an image, by a Hough transform, in two families.
import type { GreyImage } from './decode.ts';

/** The points with x cos(angle) + y sin(angle) = distance. */
export type ImageLine = { angle: number; distance: number; votes: number };

const DEGREES = 45;
const STEP = 0.75;
const CELL = 2;
const DARK = 26;

/**
 * @param across 'x': lines nearer to the vertical, whose ink is a ridge across x; 'y': nearer to the horizontal
 * @returns the `most` strongest lines, strongest first
 */
export function findLines(ink: GreyImage, across: 'x' | 'y', most: number): ImageLine[] {
  const { width, height, data } = ink;
  const angles: { cos: number; sin: number; angle: number }[] = [];
  for (let degree = -DEGREES; degree <= DEGREES; degree += STEP) {
    const angle = ((across === 'x' ? 0 : 90) + degree) * (Math.PI / 180);
    angles.push({ cos: Math.cos(angle), sin: Math.sin(angle), angle });
  }
  const reach = Math.ceil(Math.hypot(width, height) / CELL) + 2;
  const bins = 2 * reach;
  const votes = new Uint16Array(angles.length * bins);
  const next = across === 'x' ? 1 : width;
  for (let y = 4; y < height - 4; y += 1) {
    for (let x = 4; x < width - 4; x += 1) {
      const at = y * width + x;
      const here = data[at]!;
      if (here < DARK) continue;
      const before = data[at - 3 * next]!;
      const after = data[at + 3 * next]!;
      // A ridge: clearly darker than three pixels away on both sides, and darkest among its direct neighbors.
      if (here - before < 14 || here - after < 14 || data[at - next]! > here || data[at + next]! >= here) continue;
      for (let a = 0; a < angles.length; a += 1) {
        const bin = ((x * angles[a]!.cos + y * angles[a]!.sin) / CELL + reach) | 0;
        votes[a * bins + bin]! += 1;
      }
    }
  }
  const least = Math.max(width, height) * 0.06;
  return strongest(votes, angles, bins, reach, most, least);
}

function strongest(
  votes: Uint16Array,
  angles: readonly { angle: number }[],
  bins: number,
  reach: number,
  most: number,
  least: number,
): ImageLine[] {
  // Neighboring bins together: a line that is not quite straight spreads over them.
  const peaks: { a: number; bin: number; votes: number }[] = [];
  for (let a = 0; a < angles.length; a += 1) {
    for (let bin = 1; bin < bins - 1; bin += 1) {
      const at = a * bins + bin;
      const sum = votes[at - 1]! + votes[at]! + votes[at + 1]!;
      if (sum >= least && votes[at]! >= votes[at - 1]! && votes[at]! >= votes[at + 1]!)
        peaks.push({ a, bin, votes: sum });
    }
  }
  peaks.sort((one, other) => other.votes - one.votes);
  const kept: typeof peaks = [];
  for (const peak of peaks) {
    if (kept.length === most) break;
    const near = kept.some(({ a, bin }) => Math.abs(a - peak.a) * STEP < 6 && Math.abs(bin - peak.bin) * CELL < 9);
    if (!near) kept.push(peak);
  }
  return kept.map(({ a, bin, votes: count }) => ({
    angle: angles[a]!.angle,
    distance: (bin - reach + 0.5) * CELL,
    votes: count,
  }));
}

export function crossing(one: ImageLine, other: ImageLine): { x: number; y: number } | null {
  const c1 = Math.cos(one.angle);
  const s1 = Math.sin(one.angle);
  const c2 = Math.cos(other.angle);
  const s2 = Math.sin(other.angle);
  const det = c1 * s2 - s1 * c2;
  if (Math.abs(det) < 0.2) return null;
  return { x: (one.distance * s2 - other.distance * s1) / det, y: (c1 * other.distance - c2 * one.distance) / det };
}
