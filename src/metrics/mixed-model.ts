// Linear mixed models with crossed random effects, fitted by restricted maximum likelihood (REML).
//
//   y = X b + Z1 u1 + ... + Zk uk + e,   u_i ~ N(0, variance_i),   e ~ N(0, variance_rest), all independent
//
// Variances are in the square of the response's unit. The search is the average information algorithm of Gilmour, Thompson
// and Cullis (1995) with step halving; bounded variances are held at a bound while the likelihood would push them beyond.
// Limits: intercepts only (no random slopes, no correlated effects), Gaussian noise, linearly independent fixed columns.
import { Equations, type Design } from './equations.ts';
import { inverseBlock, type InverseSource } from './sparse-inverse.ts';

/** The errors of the predicted effects of one factor, each with a scale of its own. */
export type Errors = InverseSource & { scales: Float64Array };

/** The covariances of the errors for some levels, row by row. All at once would be the square of the levels. */
export function covarianceOf(errors: Errors, levels: readonly number[]): Float64Array {
  const scaleAt = (at: number): number => errors.scales[levels[at]!]!;
  const size = levels.length;
  return inverseBlock(errors, levels).map((entry, at) => entry * scaleAt(at % size) * scaleAt(Math.floor(at / size)));
}

export type Bounds = { low: number; high: number };

const MAX_STEPS = 100;
/** A step that promises less than this for twice the log likelihood ends the search. */
const TOLERANCE = 3e-9;
const MAX_HALVINGS = 30;
/**
 * Steps after which longer ones are tried too. With few observations, the average information can be far larger than the
 * likelihood's own, and each step covers only a small part of the way that is left. Larger designs settle in fewer steps.
 */
const SHORT_STEPS = 20;
/** Keeps the step finite where two variances cannot be told apart: it then leaves their difference as it was. */
const RIDGE = 1e-8;

const dot = (a: Float64Array, b: Float64Array): number => {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += a[index]! * b[index]!;
  return sum;
};

/** Factors the equations for these variances, which they hold afterwards. */
function factorFor(
  equations: Equations,
  variances: readonly number[],
): { logDeterminant: number; residual: number; free: number } {
  const rest = variances.at(-1)!;
  const factored = equations.factor(variances.slice(0, -1).map((variance) => Math.sqrt(variance / rest)));
  if (factored === null) throw new Error('The fixed columns are not linearly independent.');
  return { ...factored, free: equations.design.response.length - equations.design.fixed.length };
}

/** -2 times the REML log likelihood; the equations hold the factor for these variances afterwards. */
function deviance(equations: Equations, variances: readonly number[]): number {
  const rest = variances.at(-1)!;
  const { logDeterminant, residual, free } = factorFor(equations, variances);
  return free * Math.log(2 * Math.PI * rest) + logDeterminant + residual / rest;
}

/** Each variance's derivative of the response: its part of V times P y. */
function workingResponses(equations: Equations, variances: readonly number[]): Float64Array[] {
  const { response, fixed, factors } = equations.design;
  const solution = equations.solution();
  const residual = response.slice();
  fixed.forEach((column, index) => {
    for (let row = 0; row < residual.length; row += 1) residual[row]! -= column[row]! * solution.fixed[index]!;
  });
  const working = factors.map(({ levels }, index) => {
    const part = new Float64Array(response.length);
    const effects = solution.random.subarray(equations.offsets[index]);
    for (let row = 0; row < part.length; row += 1) {
      const level = levels[row]!;
      if (level < 0) continue;
      residual[row]! -= effects[level]!;
      part[row] = effects[level]! / variances[index]!;
    }
    return part;
  });
  const rest = variances.at(-1)!;
  return [...working, residual.map((value) => value / rest)];
}

/** Gradient and average information of the deviance, for the variances that the equations were factored with. */
function derivatives(
  equations: Equations,
  variances: readonly number[],
): { gradient: number[]; information: number[][] } {
  const { response, fixed, factors } = equations.design;
  const rest = variances.at(-1)!;
  const working = workingResponses(equations, variances);
  const rightSides = working.map((part) => equations.rightSide(part));
  const solutions = rightSides.map((right) => equations.solve(right));
  const information = working.map((one, a) =>
    working.map((other, b) => (dot(one, other) - dot(rightSides[a]!, solutions[b]!)) / rest),
  );
  const traces = equations.traces();
  const solution = equations.solution();
  let restTrace = response.length - fixed.length;
  const gradient = factors.map(({ count }, index) => {
    const variance = variances[index]!;
    const trace = count - traces[index]!;
    restTrace -= trace;
    const first = equations.offsets[index]!;
    const effects = solution.random.subarray(first, first + count);
    return trace / variance - dot(effects, effects) / variance ** 2;
  });
  const residual = working.at(-1)!;
  gradient.push(restTrace / rest - dot(residual, residual));
  return { gradient, information };
}

/** Solves a small symmetric positive definite system by elimination. */
function solveSmall(matrix: readonly number[][], right: readonly number[]): number[] {
  const rows = matrix.map((row, index) => [...row, right[index]!]);
  const size = rows.length;
  for (let pivot = 0; pivot < size; pivot += 1)
    for (let row = 0; row < size; row += 1) {
      if (row === pivot) continue;
      const factor = rows[row]![pivot]! / rows[pivot]![pivot]!;
      for (let column = pivot; column <= size; column += 1) rows[row]![column]! -= factor * rows[pivot]![column]!;
    }
  return rows.map((row, index) => row[size]! / row[index]!);
}

/** The step of the average information, for the variances that are free to move. */
function stepOf(
  variances: readonly number[],
  bounds: readonly Bounds[],
  equations: Equations,
): { step: number[]; promise: number } {
  const { gradient, information } = derivatives(equations, variances);
  const free = variances.flatMap((variance, index) => {
    const { low, high } = bounds[index]!;
    const held = (variance <= low && gradient[index]! > 0) || (variance >= high && gradient[index]! < 0);
    return held ? [] : [index];
  });
  // If all responses are 0, the curvature says nothing, and only a bound ends the search.
  const curved = free.filter((index) => information[index]![index]! > 0);
  const solved = solveSmall(
    curved.map((a) => curved.map((b) => information[a]![b]! * (a === b ? 1 + RIDGE : 1))),
    curved.map((a) => -gradient[a]!),
  );
  const step = variances.map(() => 0);
  for (const index of free) step[index] = gradient[index]! > 0 ? -Infinity : Infinity;
  curved.forEach((index, at) => (step[index] = solved[at]!));
  const promise = -free.reduce((sum, index) => sum + gradient[index]! * step[index]!, 0);
  return { step, promise };
}

const clamp = (value: number, { low, high }: Bounds): number => Math.min(high, Math.max(low, value));

function search(
  equations: Equations,
  start: readonly number[],
  bounds: readonly Bounds[],
): { variances: number[]; steps: number } {
  let variances = start.map((variance, index) => clamp(variance, bounds[index]!));
  let best = deviance(equations, variances);
  for (let steps = 1; steps <= MAX_STEPS; steps += 1) {
    const { step, promise } = stepOf(variances, bounds, equations);
    const from = variances;
    const moved = (length: number): number[] =>
      from.map((variance, index) => clamp(variance + length * step[index]!, bounds[index]!));
    // This close to the optimum, a whole step is right, and the likelihood is too coarse to tell.
    if (promise < TOLERANCE) return { variances: moved(1), steps };
    let length = 1;
    const after = (tried: number): number => deviance(equations, moved(tried));
    if (steps > SHORT_STEPS) while (after(2 * length) < after(length)) length *= 2;
    for (let halvings = 0; ; halvings += 1) {
      const tried = moved(length);
      const value = deviance(equations, tried);
      if (value <= best) {
        variances = tried;
        best = value;
        break;
      }
      if (halvings === MAX_HALVINGS) {
        // No shorter step helps: only rounding is left in the likelihood.
        return { variances, steps };
      }
      length /= 2;
    }
  }
  throw new Error(`The variances did not converge within ${MAX_STEPS} steps.`);
}

/** A variance below this share of the response's is indistinguishable from 0. */
const SMALLEST_SHARE = 1e-10;

/** One model for one set of data. Its predictions are those for the variances that were last given to `use`. */
export class MixedModel {
  readonly #equations: Equations;
  #rest = 0;

  constructor(design: Design) {
    this.#equations = new Equations(design);
  }

  /**
   * Estimates the variances by REML: one per factor, in the order of the design, then the noise's.
   * @param start where the search begins; without it, equal shares of the response's variance
   * @param bounds between which each variance stays; without them, above 0
   */
  estimate(start?: readonly number[], bounds?: readonly Bounds[]): { variances: number[]; steps: number } {
    const { response, factors } = this.#equations.design;
    const mean = response.reduce((sum, value) => sum + value, 0) / response.length;
    const total = response.reduce((sum, value) => sum + (value - mean) ** 2, 0) / response.length;
    const parts = factors.length + 1;
    return search(
      this.#equations,
      start ?? Array.from({ length: parts }, () => total / parts),
      bounds ?? Array.from({ length: parts }, () => ({ low: total * SMALLEST_SHARE, high: Infinity })),
    );
  }

  /** Takes these variances as the true ones. Returns -2 times their REML log likelihood. */
  use(variances: readonly number[]): number {
    this.#rest = variances.at(-1)!;
    return deviance(this.#equations, variances);
  }

  /**
   * How badly these variances fit when scores that spread further than they say count as spreading further in every way: -2
   * times the REML log likelihood of their best multiple from 1 on, up to a constant.
   */
  misfit(variances: readonly number[]): number {
    const { logDeterminant, residual, free } = factorFor(this.#equations, variances);
    // Where every score has a mean of its own, nothing is left that could spread.
    const rest = free === 0 ? variances.at(-1)! : Math.max(variances.at(-1)!, residual / free);
    return free * Math.log(rest) + logDeterminant + residual / rest;
  }

  /** Coefficients of the fixed columns, and the predicted effects (BLUP) with one array per factor. */
  predict(): { fixed: Float64Array; random: Float64Array[] } {
    const { fixed, random } = this.#equations.solution();
    const { offsets, design } = this.#equations;
    return {
      fixed,
      random: design.factors.map(({ count }, index) => random.slice(offsets[index], offsets[index]! + count)),
    };
  }

  /** The variance of each prediction's error (prediction minus truth), for the levels of one factor. */
  errorVariances(factor: number): Float64Array {
    return this.#equations.errorVariances(factor).map((entry) => entry * this.#rest);
  }

  /**
   * What `covarianceOf` computes the covariances of these errors from, until other variances are used. They allow for the fixed coefficients
   * being estimated.
   */
  errors(factor: number): Errors {
    const { scale, ...source } = this.#equations.errors(factor);
    return { ...source, scales: new Float64Array(source.places.length).fill(scale * Math.sqrt(this.#rest)) };
  }
}
