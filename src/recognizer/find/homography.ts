// Projective maps from points of a form to pixels of an image.

import type { Point } from '#recognizer/image/grey-image.ts';

/** Row-major 3 x 3 matrix, defined up to scale. */
export type Homography = readonly number[];

/** Where the point is after the projection. On the horizon, both coordinates are infinite or NaN. */
export function project(h: Homography, x: number, y: number): Point {
  const w = h[6]! * x + h[7]! * y + h[8]!;
  return { x: (h[0]! * x + h[1]! * y + h[2]!) / w, y: (h[3]! * x + h[4]! * y + h[5]!) / w };
}

/** Solves A x = b. `a` is row-major; both arrays are changed. Returns null if A is singular. */
export function solveLinear(a: Float64Array, b: Float64Array): Float64Array | null {
  const n = b.length;
  for (let column = 0; column < n; column += 1) {
    let pivot = column;
    for (let row = column + 1; row < n; row += 1) {
      if (Math.abs(a[row * n + column]!) > Math.abs(a[pivot * n + column]!)) pivot = row;
    }
    const head = a[pivot * n + column]!;
    if (Math.abs(head) < 1e-12) return null;
    if (pivot !== column) {
      for (let k = 0; k < n; k += 1) {
        const kept = a[column * n + k]!;
        a[column * n + k] = a[pivot * n + k]!;
        a[pivot * n + k] = kept;
      }
      const kept = b[column]!;
      b[column] = b[pivot]!;
      b[pivot] = kept;
    }
    for (let row = column + 1; row < n; row += 1) {
      const factor = a[row * n + column]! / head;
      if (factor === 0) continue;
      for (let k = column; k < n; k += 1) a[row * n + k]! -= factor * a[column * n + k]!;
      b[row]! -= factor * b[column]!;
    }
  }
  for (let row = n - 1; row >= 0; row -= 1) {
    let sum = b[row]!;
    for (let k = row + 1; k < n; k += 1) sum -= a[row * n + k]! * b[k]!;
    b[row] = sum / a[row * n + row]!;
  }
  return b;
}

/** The homography from `from` to `to` with the least squared algebraic error; null with fewer than four pairs. */
export function homographyBetween(from: readonly Point[], to: readonly Point[]): Homography | null {
  if (from.length < 4) return null;
  // Without scaling both sides to about the unit square, the normal equations lose their precision.
  const source = unitFrame(from);
  const target = unitFrame(to);
  const a = new Float64Array(64);
  const b = new Float64Array(8);
  const row = new Float64Array(8);
  const add = (value: number): void => {
    for (let i = 0; i < 8; i += 1) {
      b[i]! += row[i]! * value;
      for (let k = 0; k < 8; k += 1) a[i * 8 + k]! += row[i]! * row[k]!;
    }
  };
  from.forEach((point, index) => {
    const goal = to[index]!;
    const x = (point.x - source.x) / source.size;
    const y = (point.y - source.y) / source.size;
    const u = (goal.x - target.x) / target.size;
    const v = (goal.y - target.y) / target.size;
    row.set([x, y, 1, 0, 0, 0, -u * x, -u * y]);
    add(u);
    row.set([0, 0, 0, x, y, 1, -v * x, -v * y]);
    add(v);
  });
  const h = solveLinear(a, b);
  if (!h) return null;
  const inner = [h[0]!, h[1]!, h[2]!, h[3]!, h[4]!, h[5]!, h[6]!, h[7]!, 1];
  const toUnit = [1 / source.size, 0, -source.x / source.size, 0, 1 / source.size, -source.y / source.size, 0, 0, 1];
  const fromUnit = [target.size, 0, target.x, 0, target.size, target.y, 0, 0, 1];
  return multiply(fromUnit, multiply(inner, toUnit));
}

function unitFrame(points: readonly Point[]): { x: number; y: number; size: number } {
  const x = points.reduce((sum, point) => sum + point.x, 0) / points.length;
  const y = points.reduce((sum, point) => sum + point.y, 0) / points.length;
  const size = points.reduce((sum, point) => sum + Math.hypot(point.x - x, point.y - y), 0) / points.length || 1;
  return { x, y, size };
}

function multiply(a: Homography, b: Homography): Homography {
  const out: number[] = [];
  for (let row = 0; row < 3; row += 1) {
    for (let column = 0; column < 3; column += 1) {
      out.push(a[row * 3]! * b[column]! + a[row * 3 + 1]! * b[column + 3]! + a[row * 3 + 2]! * b[column + 6]!);
    }
  }
  return out;
}

/** The same map into an image that is `factor` times as large; pixel centers are at whole coordinates. */
export function scaled(h: Homography, factor: number): Homography {
  const shift = (factor - 1) / 2;
  return h.map((value, index) => (index < 6 ? value * factor + h[6 + (index % 3)]! * shift : value));
}
