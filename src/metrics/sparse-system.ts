// A sparse symmetric system of equations that is factored again and again with other scales:
//
//   S M S + D,   M = sum of products, S = diagonal of scales, D = 1 for the penalized unknowns and 0 for the others
//
// The penalized unknowns come first and are sparse; the others, few, come last. The very last one is the response, which is
// connected with everything: its row of the Cholesky factor carries the solution, its pivot what is left unexplained.
import { columnPattern, eliminationOrder } from './elimination-order.ts';
import { factorSparse, substituteBack, substituteForward } from './sparse-factor.ts';
import { inverseDiagonal, inverseRoom, type InverseRoom, type InverseSource } from './sparse-inverse.ts';
import { addEntry, zeroMatrix, type SparseMatrix } from './sparse-matrix.ts';

export class SparseSystem {
  /** How many unknowns there are, the response among them, and how many of them are penalized. */
  readonly #size: number;
  readonly #penalized: number;
  /** The place of each unknown in the elimination. Both matrices are in this order. */
  readonly #position: Int32Array;
  /** M, and the Cholesky factor for the scales of the last call of `factor`. */
  readonly #matrix: SparseMatrix;
  readonly #factor: SparseMatrix;
  #room: InverseRoom | undefined;

  /**
   * @param adjacent for each penalized unknown, the other penalized ones that it is connected to
   * @param last for each penalized unknown, those that are not penalized that it is connected to, the response among them
   * @param size how many unknowns there are, the response among them
   */
  constructor(adjacent: number[][], last: readonly Iterable<number>[], size: number) {
    this.#penalized = adjacent.length;
    this.#size = size;
    const { order, neighbors, rest } = eliminationOrder(adjacent);
    this.#position = Int32Array.from({ length: this.#size }, (_, unknown) => unknown);
    [...order, ...rest].forEach((unknown, at) => (this.#position[unknown] = at));
    const eliminated = order.map((unknown) => last[unknown]!);
    const pattern = columnPattern(neighbors, this.#position, eliminated);
    this.#matrix = zeroMatrix(this.#size - order.length, pattern);
    this.#factor = zeroMatrix(this.#size - order.length, pattern);
  }

  /** Adds to the entry of M for two unknowns, which have to be connected. */
  add(one: number, other: number, value: number): void {
    addEntry(this.#matrix, this.#position[one]!, this.#position[other]!, value);
  }

  /**
   * Factors the system with one scale per unknown. Returns the logarithm of its determinant without the response, and the
   * square of the response's pivot; null when the system is not positive definite.
   */
  factor(scales: Float64Array): { logDeterminant: number; pivot: number } | null {
    return factorSparse(this.#matrix, this.#inPlace(scales, this.#size), this.#penalized, this.#factor);
  }

  /** Solves the scaled system without the response for a right side. */
  solve(right: Float64Array): Float64Array {
    const solution = this.#inPlace(right, this.#size - 1);
    substituteForward(this.#factor, solution);
    substituteBack(this.#factor, solution);
    return this.#inOrder(solution);
  }

  /** The solution of the scaled system for the response. */
  solution(): Float64Array {
    const { sparse, tailSize, starts, values, tail } = this.#factor;
    const solution = new Float64Array(this.#size - 1);
    for (let column = 0; column < sparse; column += 1) solution[column] = values[starts[column + 1]! - 1]!;
    solution.set(tail.subarray((tailSize - 1) * tailSize, -1), sparse);
    substituteBack(this.#factor, solution);
    return this.#inOrder(solution);
  }

  /** What the scaled system's inverse is computed from for some unknowns, until the system is factored again. */
  inverseOf(first: number, count: number): InverseSource {
    return { factor: this.#factor, places: this.#position.slice(first, first + count) };
  }

  /** The diagonal of the scaled system's inverse, for the penalized unknowns. */
  inverseDiagonal(): Float64Array {
    this.#room ??= inverseRoom(this.#factor);
    return this.#inOrder(inverseDiagonal(this.#factor, this.#penalized, this.#room));
  }

  /** Moves the numbers of the unknowns to their places in the elimination. */
  #inPlace(numbers: Float64Array, length: number): Float64Array {
    const placed = new Float64Array(length);
    for (let unknown = 0; unknown < numbers.length; unknown += 1) placed[this.#position[unknown]!] = numbers[unknown]!;
    return placed;
  }

  /** Moves them back. */
  #inOrder(placed: Float64Array): Float64Array {
    const ordered = new Float64Array(placed.length);
    for (let unknown = 0; unknown < placed.length; unknown += 1) ordered[unknown] = placed[this.#position[unknown]!]!;
    return ordered;
  }
}
