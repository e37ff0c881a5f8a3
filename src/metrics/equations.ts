// The mixed model equations of a linear mixed model (Henderson), scaled so that they stay well conditioned however small a
// variance gets: an effect is the ratio of its standard deviation to the noise's, times an unknown of variance 1.
import type { InverseSource } from './sparse-inverse.ts';
import { SparseSystem } from './sparse-system.ts';

/** What groups the observations: for each of them the index of its level, or -1 where the factor has no effect. */
export type GroupingFactor = { name: string; levels: Int32Array; count: number };

/** response = fixed columns * coefficients + one random effect of each factor + noise. */
export type Design = {
  response: Float64Array;
  /** Columns of linearly independent numbers, one number per observation. */
  fixed: readonly Float64Array[];
  factors: readonly GroupingFactor[];
};

function rowsWithNumber(column: Float64Array): Int32Array {
  const rows = new Int32Array(column.length);
  let count = 0;
  for (let row = 0; row < column.length; row += 1) if (column[row] !== 0) rows[count++] = row;
  return rows.subarray(0, count);
}

export class Equations {
  readonly design: Design;
  /** Where the effects of each factor begin among all effects. */
  readonly offsets: readonly number[];
  readonly #effects: number;
  /** The observations that each fixed column has a number for. */
  readonly #fixedRows: readonly Int32Array[];
  readonly #system: SparseSystem;
  /** Of each unknown: the effects, then the fixed coefficients, then the response. */
  readonly #scale: Float64Array;

  constructor(design: Design) {
    this.design = design;
    let effects = 0;
    this.offsets = design.factors.map(({ count }) => (effects += count) - count);
    this.#effects = effects;
    this.#fixedRows = design.fixed.map((column) => rowsWithNumber(column));
    this.#scale = new Float64Array(effects + design.fixed.length + 1).fill(1);
    this.#system = new SparseSystem(this.#adjacency(), this.#fixedOf(), this.#scale.length);
    this.#assemble();
  }

  /** Which effects occur together in an observation. */
  #adjacency(): number[][] {
    const { factors, response } = this.design;
    const pairs = new Set<number>();
    for (let row = 0; row < response.length; row += 1)
      factors.forEach((factor, a) => {
        const one = factor.levels[row]!;
        if (one < 0) return;
        for (let b = 0; b < a; b += 1) {
          const other = factors[b]!.levels[row]!;
          if (other >= 0) pairs.add((this.offsets[a]! + one) * this.#effects + this.offsets[b]! + other);
        }
      });
    const adjacent: number[][] = Array.from({ length: this.#effects }, () => []);
    for (const pair of pairs) {
      const one = Math.floor(pair / this.#effects);
      const other = pair % this.#effects;
      adjacent[one]!.push(other);
      adjacent[other]!.push(one);
    }
    return adjacent;
  }

  /** Which fixed coefficients occur together with each effect in an observation, and the response. */
  #fixedOf(): Set<number>[] {
    const response = this.#scale.length - 1;
    const fixedOf = Array.from({ length: this.#effects }, () => new Set([response]));
    this.#fixedRows.forEach((rows, index) => {
      for (const row of rows)
        this.design.factors.forEach(({ levels }, factor) => {
          const level = levels[row]!;
          if (level >= 0) fixedOf[this.offsets[factor]! + level]!.add(this.#effects + index);
        });
    });
    return fixedOf;
  }

  /** Adds up the products of each observation's columns. */
  #assemble(): void {
    const { factors, fixed, response } = this.design;
    const columns = [...fixed, response];
    const unknowns: number[] = [];
    const coefficients: number[] = [];
    for (let row = 0; row < response.length; row += 1) {
      unknowns.length = 0;
      coefficients.length = 0;
      factors.forEach(({ levels }, index) => {
        const level = levels[row]!;
        if (level < 0) return;
        unknowns.push(this.offsets[index]! + level);
        coefficients.push(1);
      });
      for (let index = 0; index < columns.length; index += 1) {
        const coefficient = columns[index]![row]!;
        if (coefficient === 0) continue;
        unknowns.push(this.#effects + index);
        coefficients.push(coefficient);
      }
      for (let a = 0; a < unknowns.length; a += 1)
        for (let b = 0; b <= a; b += 1)
          this.#system.add(unknowns[a]!, unknowns[b]!, coefficients[a]! * coefficients[b]!);
    }
  }

  /**
   * Factors the equations for the given ratios of each factor's standard deviation to the noise's. Returns the
   * determinant's logarithm and the residual sum of squares, both as REML needs them; null when the fixed columns are not
   * linearly independent.
   */
  factor(ratios: readonly number[]): { logDeterminant: number; residual: number } | null {
    ratios.forEach((ratio, index) => {
      const first = this.offsets[index]!;
      this.#scale.fill(ratio, first, first + this.design.factors[index]!.count);
    });
    const factored = this.#system.factor(this.#scale);
    return factored && { logDeterminant: factored.logDeterminant, residual: factored.pivot };
  }

  /** The predicted random effects and the fixed coefficients, in the response's unit. */
  solution(): { random: Float64Array; fixed: Float64Array } {
    const solution = this.#system.solution();
    return {
      random: solution.subarray(0, this.#effects).map((value, effect) => value * this.#scale[effect]!),
      fixed: solution.slice(this.#effects),
    };
  }

  /** The right side of the equations for another response. */
  rightSide(response: Float64Array): Float64Array {
    const right = new Float64Array(this.#scale.length - 1);
    this.design.factors.forEach(({ levels }, index) => {
      const offset = this.offsets[index]!;
      for (let row = 0; row < response.length; row += 1)
        if (levels[row]! >= 0) right[offset + levels[row]!]! += response[row]!;
    });
    for (let effect = 0; effect < this.#effects; effect += 1) right[effect]! *= this.#scale[effect]!;
    this.#fixedRows.forEach((rows, index) => {
      const column = this.design.fixed[index]!;
      let sum = 0;
      for (const row of rows) sum += column[row]! * response[row]!;
      right[this.#effects + index] = sum;
    });
    return right;
  }

  /** Solves the equations for a right side; the unknowns stay scaled. */
  solve(right: Float64Array): Float64Array {
    return this.#system.solve(right);
  }

  /**
   * What the covariances of the errors of prediction of a factor's effects are computed from, until the equations are factored again; and
   * the scale of each effect, as a multiple of the noise's standard deviation.
   */
  errors(factor: number): InverseSource & { scale: number } {
    const first = this.offsets[factor]!;
    const source = this.#system.inverseOf(first, this.design.factors[factor]!.count);
    return { ...source, scale: this.#scale[first]! };
  }

  /** The variances of these errors, as multiples of the noise's variance. */
  errorVariances(factor: number): Float64Array {
    const first = this.offsets[factor]!;
    const diagonal = this.#system.inverseDiagonal().slice(first, first + this.design.factors[factor]!.count);
    return diagonal.map((entry) => entry * this.#scale[first]! ** 2);
  }

  /** For each factor the sum of its part of the diagonal of the scaled equations' inverse. */
  traces(): number[] {
    const diagonal = this.#system.inverseDiagonal();
    return this.design.factors.map(({ count }, index) => {
      const first = this.offsets[index]!;
      return diagonal.subarray(first, first + count).reduce((sum, entry) => sum + entry, 0);
    });
  }
}
