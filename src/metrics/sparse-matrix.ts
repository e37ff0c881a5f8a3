// A symmetric matrix whose first columns are sparse; the rest, the "tail", is dense. Its Cholesky factor has the same shape.
import type { columnPattern } from './elimination-order.ts';

export type SparseMatrix = {
  /** How many columns are sparse, and how many unknowns the tail has. */
  readonly sparse: number;
  readonly tailSize: number;
  // The sparse columns, below their diagonals: column c has the rows rows[starts[c]] up to rows[starts[c + 1]].
  readonly starts: Int32Array;
  readonly rows: Int32Array;
  readonly values: Float64Array;
  readonly diagonal: Float64Array;
  /** The lower triangle of the tail, row by row. */
  readonly tail: Float64Array;
};

/** A matrix of zeros with the pattern of `columnPattern`. */
export const zeroMatrix = (tailSize: number, { starts, rows }: ReturnType<typeof columnPattern>): SparseMatrix => ({
  sparse: starts.length - 1,
  tailSize,
  starts,
  rows,
  values: new Float64Array(rows.length),
  diagonal: new Float64Array(starts.length - 1),
  tail: new Float64Array(tailSize ** 2),
});

/** Adds to an entry, which has to be in the pattern. */
export function addEntry(matrix: SparseMatrix, one: number, other: number, value: number): void {
  const { sparse, tailSize, starts, rows, values, diagonal, tail } = matrix;
  const column = Math.min(one, other);
  const row = Math.max(one, other);
  if (column >= sparse) tail[(row - sparse) * tailSize + column - sparse]! += value;
  else if (row === column) diagonal[column]! += value;
  else {
    let low = starts[column]!;
    let high = starts[column + 1]! - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rows[middle]! < row) low = middle + 1;
      else high = middle;
    }
    values[low]! += value;
  }
}
