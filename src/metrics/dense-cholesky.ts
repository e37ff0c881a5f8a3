// Cholesky factor and inverse of a dense symmetric matrix, in blocks. Matrices are row by row in one Float64Array of
// size * size. Every step is a product of rows with rows, so that one kernel does nearly all of the arithmetic.

/** Columns handled at a time: the rows of one block stay in the processor's cache. */
const BLOCK = 48;

/** The sum of a[i] * b[i] over `length` numbers from each start. */
function dot(a: Float64Array, aStart: number, b: Float64Array, bStart: number, length: number): number {
  let sum = 0;
  for (let k = 0; k < length; k += 1) sum += a[aStart + k]! * b[bStart + k]!;
  return sum;
}

/** A block of a matrix: its first row and column, and how many of each. */
type Block = { row: number; column: number; rows: number; columns: number };

/**
 * target[block] -= a[rows of the block, from..to] * b[columns of the block, from..to]', nine sums at a time.
 * All matrices have `size` columns.
 */
function subtractProduct(
  target: Float64Array,
  a: Float64Array,
  b: Float64Array,
  size: number,
  block: Block,
  from: number,
  to: number,
): void {
  const length = to - from;
  if (length <= 0) return;
  const { row, column, rows, columns } = block;
  let i = 0;
  for (; i + 3 <= rows; i += 3) {
    const a0 = (row + i) * size + from;
    const a1 = a0 + size;
    const a2 = a1 + size;
    let j = 0;
    for (; j + 3 <= columns; j += 3) {
      const b0 = (column + j) * size + from;
      const b1 = b0 + size;
      const b2 = b1 + size;
      let [s00, s01, s02, s10, s11, s12, s20, s21, s22] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
      for (let k = 0; k < length; k += 1) {
        const x0 = a[a0 + k]!;
        const x1 = a[a1 + k]!;
        const x2 = a[a2 + k]!;
        const y0 = b[b0 + k]!;
        const y1 = b[b1 + k]!;
        const y2 = b[b2 + k]!;
        s00 += x0 * y0;
        s01 += x0 * y1;
        s02 += x0 * y2;
        s10 += x1 * y0;
        s11 += x1 * y1;
        s12 += x1 * y2;
        s20 += x2 * y0;
        s21 += x2 * y1;
        s22 += x2 * y2;
      }
      const t0 = (row + i) * size + column + j;
      const t1 = t0 + size;
      const t2 = t1 + size;
      target[t0]! -= s00;
      target[t0 + 1]! -= s01;
      target[t0 + 2]! -= s02;
      target[t1]! -= s10;
      target[t1 + 1]! -= s11;
      target[t1 + 2]! -= s12;
      target[t2]! -= s20;
      target[t2 + 1]! -= s21;
      target[t2 + 2]! -= s22;
    }
    for (; j < columns; j += 1)
      for (let r = 0; r < 3; r += 1)
        target[(row + i + r) * size + column + j]! -= dot(a, a0 + r * size, b, (column + j) * size + from, length);
  }
  for (; i < rows; i += 1)
    for (let j = 0; j < columns; j += 1)
      target[(row + i) * size + column + j]! -= dot(a, (row + i) * size + from, b, (column + j) * size + from, length);
}

/**
 * Replaces the lower triangle of a symmetric matrix by its Cholesky factor L (matrix = L L'); the upper triangle is not
 * used. Returns false when the matrix is not positive definite.
 * @param least the last pivot counts as at least this, for a last row that the others may explain up to rounding
 */
export function factorDense(matrix: Float64Array, size: number, least = 0): boolean {
  for (let start = 0; start < size; start += BLOCK) {
    const end = Math.min(size, start + BLOCK);
    const block = { row: start, column: start, rows: size - start, columns: end - start };
    subtractProduct(matrix, matrix, matrix, size, block, 0, start);
    for (let j = start; j < end; j += 1) {
      const left = matrix[j * size + j]! - dot(matrix, j * size + start, matrix, j * size + start, j - start);
      const pivot = j === size - 1 ? Math.max(left, least) : left;
      if (!(pivot > 0)) return false;
      const root = Math.sqrt(pivot);
      matrix[j * size + j] = root;
      for (let i = j + 1; i < size; i += 1) {
        const sum = matrix[i * size + j]! - dot(matrix, i * size + start, matrix, j * size + start, j - start);
        matrix[i * size + j] = sum / root;
      }
    }
  }
  return true;
}

/**
 * The inverse of L L' for the factor in the lower triangle's first `used` rows; all of its `used * used` entries.
 * @param upper a buffer for as many numbers, which are overwritten
 * @param lower the same, where the inverse is returned
 */
export function inverseFromFactor(
  factor: Float64Array,
  size: number,
  used: number,
  upper = new Float64Array(used * used),
  lower = new Float64Array(used * used),
): Float64Array {
  // Row j of `upper` is column j of the inverse of L, which makes both steps products of rows with rows.
  upper.fill(0);
  lower.fill(0);
  for (let i = 0; i < used; i += 1) lower.set(factor.subarray(i * size, i * size + i + 1), i * used);
  for (let start = 0; start < used; start += BLOCK) {
    const end = Math.min(used, start + BLOCK);
    for (let j = start; j < end; j += 1) upper[j * used + j] = 1;
    for (let above = 0; above < start; above += BLOCK) {
      const block = { row: above, column: start, rows: Math.min(BLOCK, start - above), columns: end - start };
      subtractProduct(upper, upper, lower, used, block, above, start);
    }
    for (let j = 0; j < end; j += 1) {
      const first = Math.max(j, start);
      for (let i = first; i < end; i += 1) {
        const known = dot(upper, j * used + start, lower, i * used + start, i - start);
        upper[j * used + i] = (upper[j * used + i]! - known) / lower[i * used + i]!;
      }
    }
  }
  const inverse = lower.fill(0);
  for (let start = 0; start < used; start += BLOCK) {
    const end = Math.min(used, start + BLOCK);
    for (let left = 0; left <= start; left += BLOCK) {
      const block = { row: start, column: left, rows: end - start, columns: Math.min(BLOCK, used - left) };
      subtractProduct(inverse, upper, upper, used, block, start, used);
    }
  }
  for (let i = 0; i < used; i += 1)
    for (let j = 0; j <= i; j += 1) {
      const value = -inverse[i * used + j]!;
      inverse[i * used + j] = value;
      inverse[j * used + i] = value;
    }
  return inverse;
}
