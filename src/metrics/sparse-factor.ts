// The Cholesky factor L of a sparse matrix with a dense tail (matrix = L L'), and the solution of equations with it. The last
// unknown is the response, which takes no part in solving.
import { factorDense } from './dense-cholesky.ts';
import type { SparseMatrix } from './sparse-matrix.ts';

/** A smaller share of the response's sum of squares is rounding. */
const EXPLAINED = 1e-13;

/**
 * Factors S M S + D for a matrix M, with one scale per unknown and D = 1 for the first `penalized` unknowns. Returns the
 * logarithm of the determinant without the response, and the square of the response's pivot; null when the system is not
 * positive definite.
 */
export function factorSparse(
  matrix: SparseMatrix,
  scale: Float64Array,
  penalized: number,
  factor: SparseMatrix,
): { logDeterminant: number; pivot: number } | null {
  const { sparse, tailSize } = matrix;
  const { tail } = factor;
  for (let row = 0; row < tailSize; row += 1) {
    const at = row * tailSize;
    for (let column = 0; column <= row; column += 1)
      tail[at + column] = matrix.tail[at + column]! * scale[sparse + row]! * scale[sparse + column]!;
    if (sparse + row < penalized) tail[at + row]! += 1;
  }
  let logDeterminant = factorColumns(matrix, scale, factor);
  subtractFromTail(factor);
  // Keeps the response's pivot above 0 where nothing is left unexplained, as when all scores are the same, or 0.
  const least = Math.max(EXPLAINED * matrix.tail.at(-1)!, Number.MIN_VALUE);
  if (!factorDense(tail, tailSize, least)) return null;
  for (let row = 0; row < tailSize - 1; row += 1) logDeterminant += 2 * Math.log(tail[row * tailSize + row]!);
  return { logDeterminant, pivot: tail.at(-1)! ** 2 };
}

/** The sparse columns, each after those to its left that have a number in its row. */
function factorColumns(matrix: SparseMatrix, scale: Float64Array, factor: SparseMatrix): number {
  const { sparse, starts, rows, values, diagonal } = factor;
  const work = new Float64Array(scale.length);
  // Columns that wait for a row, as linked lists, and where in each the row's number is.
  const waiting = new Int32Array(sparse).fill(-1);
  const next = new Int32Array(sparse).fill(-1);
  const pointer = new Int32Array(sparse);
  const wait = (column: number): void => {
    const row = rows[pointer[column]!]!;
    if (row >= sparse) return;
    next[column] = waiting[row]!;
    waiting[row] = column;
  };
  let logDeterminant = 0;
  for (let column = 0; column < sparse; column += 1) {
    const start = starts[column]!;
    const end = starts[column + 1]!;
    const own = scale[column]!;
    work[column] = matrix.diagonal[column]! * own * own + 1;
    for (let at = start; at < end; at += 1) work[rows[at]!] = matrix.values[at]! * own * scale[rows[at]!]!;
    for (let left = waiting[column]!; left >= 0;) {
      const following = next[left]!;
      const first = pointer[left]!;
      const multiple = values[first]!;
      for (let at = first; at < starts[left + 1]!; at += 1) work[rows[at]!]! -= multiple * values[at]!;
      pointer[left] = first + 1;
      wait(left);
      left = following;
    }
    const root = Math.sqrt(work[column]!);
    diagonal[column] = root;
    logDeterminant += 2 * Math.log(root);
    for (let at = start; at < end; at += 1) values[at] = work[rows[at]!]! / root;
    pointer[column] = start;
    wait(column);
  }
  return logDeterminant;
}

/** What the sparse columns leave of the dense rest. */
function subtractFromTail({ sparse, tailSize, starts, rows, values, tail }: SparseMatrix): void {
  for (let column = 0; column < sparse; column += 1) {
    const start = starts[column]!;
    for (let a = starts[column + 1]! - 1; a >= start && rows[a]! >= sparse; a -= 1) {
      const row = (rows[a]! - sparse) * tailSize - sparse;
      const multiple = values[a]!;
      for (let b = a; b >= start && rows[b]! >= sparse; b -= 1) tail[row + rows[b]!]! -= multiple * values[b]!;
    }
  }
}

/** Solves L x = right side in place, for one that begins with zeros up to a place. */
export function substituteForward(factor: SparseMatrix, solution: Float64Array, first = 0): void {
  const { sparse, tailSize, starts, rows, values, diagonal, tail } = factor;
  for (let column = first; column < sparse; column += 1) {
    if (solution[column] === 0) continue;
    const value = solution[column]! / diagonal[column]!;
    solution[column] = value;
    // The last row of each column is the response's.
    const end = starts[column + 1]! - 1;
    for (let at = starts[column]!; at < end; at += 1) solution[rows[at]!]! -= values[at]! * value;
  }
  const start = Math.max(0, first - sparse);
  for (let row = start; row < tailSize - 1; row += 1) {
    let value = solution[sparse + row]!;
    for (let column = start; column < row; column += 1)
      value -= tail[row * tailSize + column]! * solution[sparse + column]!;
    solution[sparse + row] = value / tail[row * tailSize + row]!;
  }
}

/** Solves L' x = right side in place, from the end back to a place. */
export function substituteBack(factor: SparseMatrix, solution: Float64Array, first = 0): void {
  const { sparse, tailSize, starts, rows, values, diagonal, tail } = factor;
  const start = Math.max(0, first - sparse);
  for (let row = tailSize - 2; row >= start; row -= 1) {
    const value = solution[sparse + row]! / tail[row * tailSize + row]!;
    solution[sparse + row] = value;
    for (let column = start; column < row; column += 1)
      solution[sparse + column]! -= tail[row * tailSize + column]! * value;
  }
  for (let column = sparse - 1; column >= first; column -= 1) {
    let value = solution[column]!;
    const end = starts[column + 1]! - 1;
    for (let at = starts[column]!; at < end; at += 1) value -= values[at]! * solution[rows[at]!]!;
    solution[column] = value / diagonal[column]!;
  }
}
