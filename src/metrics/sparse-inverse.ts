// Parts of the inverse of a sparse system, from its Cholesky factor. For the diagonal, only those entries of the inverse are computed
// that the factor has too (Takahashi, Fagan and Chin, 1973).
import { inverseFromFactor } from './dense-cholesky.ts';
import { substituteBack, substituteForward } from './sparse-factor.ts';
import type { SparseMatrix } from './sparse-matrix.ts';

/** A factor, and the places of some unknowns in its elimination. */
export type InverseSource = { factor: SparseMatrix; places: Int32Array };

/** The entries of the inverse for some of these unknowns, by their index, row by row. */
export function inverseBlock({ factor, places }: InverseSource, unknowns: readonly number[]): Float64Array {
  const size = unknowns.length;
  const block = new Float64Array(size * size);
  const solution = new Float64Array(factor.sparse + factor.tailSize - 1);
  unknowns.forEach((unknown, row) => {
    const first = places[unknown]!;
    solution.fill(0);
    solution[first] = 1;
    substituteForward(factor, solution, first);
    // The inverse is symmetric, so entries before this place are filled in by the other unknowns.
    substituteBack(factor, solution, first);
    unknowns.forEach((other, column) => {
      const at = places[other]!;
      if (at < first) return;
      block[row * size + column] = solution[at]!;
      block[column * size + row] = solution[at]!;
    });
  });
  return block;
}

/** Buffers for an inverse, which are reused because they are the largest of all. */
export type InverseRoom = Record<'upper' | 'lower' | 'inverse', Float64Array<ArrayBuffer>>;

export function inverseRoom({ tailSize, rows }: SparseMatrix): InverseRoom {
  const used = tailSize - 1;
  return {
    upper: new Float64Array(used * used),
    lower: new Float64Array(used * used),
    inverse: new Float64Array(rows.length),
  };
}

/** The diagonal for the first `count` unknowns. */
export function inverseDiagonal(factor: SparseMatrix, count: number, room: InverseRoom): Float64Array {
  const { sparse, starts, rows, values } = factor;
  const used = factor.tailSize - 1;
  const tail = inverseFromFactor(factor.tail, factor.tailSize, used, room.upper, room.lower);
  const inverse = room.inverse.fill(0);
  const diagonal = new Float64Array(count);
  for (let at = sparse; at < count; at += 1) diagonal[at] = tail[(at - sparse) * (used + 1)]!;
  for (let column = sparse - 1; column >= 0; column -= 1) {
    const start = starts[column]!;
    // The last row of each column is the response's.
    const end = starts[column + 1]! - 1;
    for (let a = start; a < end; a += 1) {
      const row = rows[a]!;
      const own = values[a]!;
      if (row >= sparse) {
        const offset = (row - sparse) * used - sparse;
        let sum = own * tail[offset + row]!;
        for (let b = a + 1; b < end; b += 1) {
          const entry = tail[offset + rows[b]!]!;
          sum += values[b]! * entry;
          inverse[b]! -= own * entry;
        }
        inverse[a]! -= sum;
      } else {
        let sum = own * diagonal[row]!;
        let at = starts[row]!;
        for (let b = a + 1; b < end; b += 1) {
          while (rows[at]! < rows[b]!) at += 1;
          sum += values[b]! * inverse[at]!;
          inverse[b]! -= own * inverse[at]!;
        }
        inverse[a]! -= sum;
      }
    }
    const root = factor.diagonal[column]!;
    let sum = 1 / root;
    for (let at = start; at < end; at += 1) {
      inverse[at]! /= root;
      sum -= values[at]! * inverse[at]!;
    }
    diagonal[column] = sum / root;
  }
  return diagonal;
}
