// Finds the long straight dark lines of an image by a Hough transform, upright and level ones separately.
import type { GreyImage } from '#recognizer/image/grey-image.ts';
import { releaseBuffers } from '#recognizer/image/release-buffers.ts';
import { ridges, votesFor } from '#recognizer/image/pixels.ts';

/** The line of all points with x cos(angle) + y sin(angle) = distance, in radians and pixels. */
export type ImageLine = { angle: number; distance: number; votes: number };

const DEGREES = 45;
const STEP = 0.75;
const CELL = 2;
/** How far a ridge must stand out from its surroundings, of 255. */
const MIN_RIDGE = 10;
/** The share of all pixels that may vote, clearest ridges first: in a noisy photo everything is a faint ridge. */
const MAX_VOTERS = 0.012;

function thresholdFor(counts: Uint32Array, pixels: number): number {
  let voters = 0;
  for (let value = 255; value > MIN_RIDGE; value -= 1) {
    voters += counts[value]!;
    if (voters > MAX_VOTERS * pixels) return value + 1;
  }
  return MIN_RIDGE;
}

/**
 * @param across 'x': lines nearer to the vertical, whose ink is a ridge across x; 'y': nearer to the horizontal
 * @returns the `most` strongest lines, strongest first
 */
export function findLines(ink: GreyImage, across: 'x' | 'y', most: number): ImageLine[] {
  const { width, height } = ink;
  const angles: number[] = [];
  for (let degree = -DEGREES; degree <= DEGREES; degree += STEP) {
    angles.push(((across === 'x' ? 0 : 90) + degree) * (Math.PI / 180));
  }
  const cosines = Float32Array.from(angles, (angle) => Math.cos(angle) / CELL);
  const sines = Float32Array.from(angles, (angle) => Math.sin(angle) / CELL);
  const reach = Math.ceil(Math.hypot(width, height) / CELL) + 2;
  const bins = 2 * reach;
  const { map, counts } = ridges(ink, across, MIN_RIDGE);
  const threshold = thresholdFor(counts, map.length);
  const votes = votesFor({ width, height, data: map }, threshold, cosines, sines, bins);
  const least = Math.max(width, height) * 0.06;
  const lines = strongest(votes, angles, bins, reach, most, least);
  releaseBuffers(map, votes);
  return lines;
}

function strongest(
  votes: Uint16Array,
  angles: readonly number[],
  bins: number,
  reach: number,
  most: number,
  least: number,
): ImageLine[] {
  // Neighboring bins count together, because a line that is not quite straight spreads over them.
  // Each peak is one number, its votes times the number of bins and what is left behind it: strongest first, then in their order.
  const peaks: number[] = [];
  for (let a = 0; a < angles.length; a += 1) {
    for (let bin = 1; bin < bins - 1; bin += 1) {
      const at = a * bins + bin;
      // If this is the largest of three, their sum can't exceed three times it.
      if (3 * votes[at]! < least) continue;
      const sum = votes[at - 1]! + votes[at]! + votes[at + 1]!;
      if (sum >= least && votes[at]! >= votes[at - 1]! && votes[at]! >= votes[at + 1]!)
        peaks.push(sum * votes.length + votes.length - 1 - at);
    }
  }
  const sorted = new Float64Array(peaks).toSorted();
  const kept: { a: number; bin: number; votes: number }[] = [];
  for (let rank = sorted.length - 1; rank >= 0 && kept.length < most; rank -= 1) {
    const at = votes.length - 1 - (sorted[rank]! % votes.length);
    const peak = { a: Math.floor(at / bins), bin: at % bins, votes: Math.floor(sorted[rank]! / votes.length) };
    const near = kept.some(({ a, bin }) => Math.abs(a - peak.a) * STEP < 6 && Math.abs(bin - peak.bin) * CELL < 9);
    if (!near) kept.push(peak);
  }
  return kept.map(({ a, bin, votes: count }) => ({
    angle: angles[a]!,
    distance: (bin - reach + 0.5) * CELL,
    votes: count,
  }));
}

/** Where two lines cross, in pixels; null if they are less than about 12° apart. */
export function crossing(one: ImageLine, other: ImageLine): { x: number; y: number } | null {
  const c1 = Math.cos(one.angle);
  const s1 = Math.sin(one.angle);
  const c2 = Math.cos(other.angle);
  const s2 = Math.sin(other.angle);
  const det = c1 * s2 - s1 * c2;
  if (Math.abs(det) < 0.2) return null;
  return { x: (one.distance * s2 - other.distance * s1) / det, y: (c1 * other.distance - c2 * one.distance) / det };
}
