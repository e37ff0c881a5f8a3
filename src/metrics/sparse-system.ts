// A sparse symmetric system of equations that is factored again and again with other scales:
//
//   S M S + D,   M = sum of products, S = diagonal of scales, D = 1 for the penalized unknowns and 0 for the others
//
// The penalized unknowns come first and are sparse; the others, few, are connected with everything and come last. The very
// last one is the response: its row of the Cholesky factor carries the solution, its pivot what is left unexplained.
import { factorDense, inverseFromFactor } from './dense-cholesky.ts';
import { columnPattern, eliminationOrder } from './elimination-order.ts';

/** A smaller share of the response's sum of squares is rounding. */
const EXPLAINED = 1e-13;

export class SparseSystem {
  /** How many unknowns there are, the response among them, and how many of them are penalized. */
  readonly #size: number;
  readonly #penalized: number;
  /** The place of each unknown in the elimination. Everything below is in this order. */
  readonly #position: Int32Array;
  /** How many unknowns are eliminated one by one; the rest, the "tail", is dense. */
  readonly #sparse: number;
  readonly #tailSize: number;
  // The sparse columns, below their diagonals: column c has the rows #rows[#starts[c]] up to #starts[c + 1].
  readonly #starts: Int32Array;
  readonly #rows: Int32Array;
  // M, and below it the Cholesky factor for the scales of the last call of `factor`.
  readonly #values: Float64Array;
  readonly #diagonal: Float64Array;
  readonly #tail: Float64Array;
  readonly #factorValues: Float64Array;
  readonly #factorDiagonal: Float64Array;
  readonly #factorTail: Float64Array;
  /** Room for an inverse, made once: it is wanted again and again, and is the largest of all. */
  #room: Record<'upper' | 'lower' | 'inverse', Float64Array<ArrayBuffer>> | undefined;

  /**
   * @param adjacent for each penalized unknown, the others that it is connected to
   * @param dense how many unknowns follow that are not penalized, the response among them
   */
  constructor(adjacent: number[][], dense: number) {
    this.#penalized = adjacent.length;
    this.#size = adjacent.length + dense;
    const { order, neighbors, rest } = eliminationOrder(adjacent);
    this.#sparse = order.length;
    this.#tailSize = this.#size - order.length;
    this.#position = Int32Array.from({ length: this.#size }, (_, unknown) => unknown);
    [...order, ...rest].forEach((unknown, at) => (this.#position[unknown] = at));

    ({ starts: this.#starts, rows: this.#rows } = columnPattern(neighbors, this.#position, dense));
    this.#values = new Float64Array(this.#rows.length);
    this.#diagonal = new Float64Array(this.#sparse);
    this.#tail = new Float64Array(this.#tailSize ** 2);
    this.#factorValues = new Float64Array(this.#rows.length);
    this.#factorDiagonal = new Float64Array(this.#sparse);
    this.#factorTail = new Float64Array(this.#tailSize ** 2);
  }

  /** Adds to the entry of M for two unknowns, which have to be connected. */
  add(one: number, other: number, value: number): void {
    const sparse = this.#sparse;
    const column = Math.min(this.#position[one]!, this.#position[other]!);
    const row = Math.max(this.#position[one]!, this.#position[other]!);
    if (column >= sparse) this.#tail[(row - sparse) * this.#tailSize + column - sparse]! += value;
    else if (row === column) this.#diagonal[column]! += value;
    else {
      let low = this.#starts[column]!;
      let high = this.#starts[column + 1]! - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (this.#rows[middle]! < row) low = middle + 1;
        else high = middle;
      }
      this.#values[low]! += value;
    }
  }

  /**
   * Factors the system with one scale per unknown. Returns the logarithm of its determinant without the response, and the
   * square of the response's pivot; null when the system is not positive definite.
   */
  factor(scales: Float64Array): { logDeterminant: number; pivot: number } | null {
    const sparse = this.#sparse;
    const tailSize = this.#tailSize;
    const tail = this.#factorTail;
    const scale = new Float64Array(this.#size);
    for (let unknown = 0; unknown < scales.length; unknown += 1) scale[this.#position[unknown]!] = scales[unknown]!;
    for (let row = 0; row < tailSize; row += 1) {
      const at = row * tailSize;
      for (let column = 0; column <= row; column += 1)
        tail[at + column] = this.#tail[at + column]! * scale[sparse + row]! * scale[sparse + column]!;
      if (sparse + row < this.#penalized) tail[at + row]! += 1;
    }
    let logDeterminant = this.#factorColumns(scale);
    this.#subtractFromTail();
    // Keeps the response's pivot above 0 where nothing is left unexplained, as when all scores are the same.
    tail[tail.length - 1]! += EXPLAINED * this.#tail.at(-1)!;
    if (!factorDense(tail, tailSize)) return null;
    for (let row = 0; row < tailSize - 1; row += 1) logDeterminant += 2 * Math.log(tail[row * tailSize + row]!);
    return { logDeterminant, pivot: tail.at(-1)! ** 2 };
  }

  /** The sparse columns, each after those to its left that have a number in its row. */
  #factorColumns(scale: Float64Array): number {
    const sparse = this.#sparse;
    const starts = this.#starts;
    const rows = this.#rows;
    const values = this.#factorValues;
    const work = new Float64Array(this.#size);
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
      work[column] = this.#diagonal[column]! * own * own + 1;
      for (let at = start; at < end; at += 1) work[rows[at]!] = this.#values[at]! * own * scale[rows[at]!]!;
      for (let left = waiting[column]!; left >= 0;) {
        const following = next[left]!;
        const first = pointer[left]!;
        const factor = values[first]!;
        for (let at = first; at < starts[left + 1]!; at += 1) work[rows[at]!]! -= factor * values[at]!;
        pointer[left] = first + 1;
        wait(left);
        left = following;
      }
      const root = Math.sqrt(work[column]!);
      this.#factorDiagonal[column] = root;
      logDeterminant += 2 * Math.log(root);
      for (let at = start; at < end; at += 1) values[at] = work[rows[at]!]! / root;
      pointer[column] = start;
      wait(column);
    }
    return logDeterminant;
  }

  /** What the sparse columns leave of the dense rest. */
  #subtractFromTail(): void {
    const sparse = this.#sparse;
    const tail = this.#factorTail;
    const rows = this.#rows;
    const values = this.#factorValues;
    for (let column = 0; column < sparse; column += 1) {
      const start = this.#starts[column]!;
      for (let a = this.#starts[column + 1]! - 1; a >= start && rows[a]! >= sparse; a -= 1) {
        const row = (rows[a]! - sparse) * this.#tailSize - sparse;
        const factor = values[a]!;
        for (let b = a; b >= start && rows[b]! >= sparse; b -= 1) tail[row + rows[b]!]! -= factor * values[b]!;
      }
    }
  }

  /** Solves the scaled system without the response for a right side. */
  solve(right: Float64Array): Float64Array {
    const solution = new Float64Array(this.#size - 1);
    for (let unknown = 0; unknown < right.length; unknown += 1) solution[this.#position[unknown]!] = right[unknown]!;
    this.#substituteForward(solution, 0);
    this.#substituteBack(solution, 0);
    return this.#inOrder(solution);
  }

  /** The solution of the scaled system for the response. */
  solution(): Float64Array {
    const sparse = this.#sparse;
    const solution = new Float64Array(this.#size - 1);
    for (let column = 0; column < sparse; column += 1)
      solution[column] = this.#factorValues[this.#starts[column + 1]! - 1]!;
    solution.set(this.#factorTail.subarray((this.#tailSize - 1) * this.#tailSize, -1), sparse);
    this.#substituteBack(solution, 0);
    return this.#inOrder(solution);
  }

  /** The entries of the scaled system's inverse for some unknowns, row by row. */
  inverseBlock(unknowns: readonly number[]): Float64Array {
    const size = unknowns.length;
    const block = new Float64Array(size * size);
    const solution = new Float64Array(this.#size - 1);
    unknowns.forEach((unknown, row) => {
      const first = this.#position[unknown]!;
      solution.fill(0);
      solution[first] = 1;
      this.#substituteForward(solution, first);
      // The inverse is symmetric, so entries before this place are filled in by the other unknowns.
      this.#substituteBack(solution, first);
      unknowns.forEach((other, column) => {
        const at = this.#position[other]!;
        if (at < first) return;
        block[row * size + column] = solution[at]!;
        block[column * size + row] = solution[at]!;
      });
    });
    return block;
  }

  #inOrder(solution: Float64Array): Float64Array {
    const result = new Float64Array(solution.length);
    for (let unknown = 0; unknown < result.length; unknown += 1) result[unknown] = solution[this.#position[unknown]!]!;
    return result;
  }

  /** Solves with the factor's lower triangle, for a right side that begins with zeros up to a place. */
  #substituteForward(solution: Float64Array, first: number): void {
    const sparse = this.#sparse;
    const tailSize = this.#tailSize;
    const tail = this.#factorTail;
    const values = this.#factorValues;
    for (let column = first; column < sparse; column += 1) {
      if (solution[column] === 0) continue;
      const value = solution[column]! / this.#factorDiagonal[column]!;
      solution[column] = value;
      // The last row of each column is the response's.
      const end = this.#starts[column + 1]! - 1;
      for (let at = this.#starts[column]!; at < end; at += 1) solution[this.#rows[at]!]! -= values[at]! * value;
    }
    const start = Math.max(0, first - sparse);
    for (let row = start; row < tailSize - 1; row += 1) {
      let value = solution[sparse + row]!;
      for (let column = start; column < row; column += 1)
        value -= tail[row * tailSize + column]! * solution[sparse + column]!;
      solution[sparse + row] = value / tail[row * tailSize + row]!;
    }
  }

  /** Solves with the factor's upper triangle, from the end back to a place. */
  #substituteBack(solution: Float64Array, first: number): void {
    const sparse = this.#sparse;
    const tailSize = this.#tailSize;
    const tail = this.#factorTail;
    const start = Math.max(0, first - sparse);
    for (let row = tailSize - 2; row >= start; row -= 1) {
      const value = solution[sparse + row]! / tail[row * tailSize + row]!;
      solution[sparse + row] = value;
      for (let column = start; column < row; column += 1)
        solution[sparse + column]! -= tail[row * tailSize + column]! * value;
    }
    for (let column = sparse - 1; column >= first; column -= 1) {
      let value = solution[column]!;
      const end = this.#starts[column + 1]! - 1;
      for (let at = this.#starts[column]!; at < end; at += 1)
        value -= this.#factorValues[at]! * solution[this.#rows[at]!]!;
      solution[column] = value / this.#factorDiagonal[column]!;
    }
  }

  /**
   * The diagonal of the scaled system's inverse, for the penalized unknowns. Only those entries of the inverse are computed
   * that the factor has too (Takahashi, Fagan and Chin, 1973).
   */
  inverseDiagonal(): Float64Array {
    const sparse = this.#sparse;
    const starts = this.#starts;
    const rows = this.#rows;
    const values = this.#factorValues;
    const used = this.#tailSize - 1;
    this.#room ??= {
      upper: new Float64Array(used * used),
      lower: new Float64Array(used * used),
      inverse: new Float64Array(rows.length),
    };
    const tail = inverseFromFactor(this.#factorTail, this.#tailSize, used, this.#room.upper, this.#room.lower);
    const inverse = this.#room.inverse.fill(0);
    const diagonal = new Float64Array(this.#penalized);
    for (let at = sparse; at < this.#penalized; at += 1) diagonal[at] = tail[(at - sparse) * (used + 1)]!;
    for (let column = sparse - 1; column >= 0; column -= 1) {
      const start = starts[column]!;
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
      const root = this.#factorDiagonal[column]!;
      let sum = 1 / root;
      for (let at = start; at < end; at += 1) {
        inverse[at]! /= root;
        sum -= values[at]! * inverse[at]!;
      }
      diagonal[column] = sum / root;
    }
    return Float64Array.from({ length: this.#penalized }, (_, unknown) => diagonal[this.#position[unknown]!]!);
  }
}
