// Compares the sparse arithmetic with the textbook's dense formulas, for designs of every shape.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { factorDense, inverseFromFactor } from '#metrics/dense-cholesky.ts';
import { eliminationOrder } from '#metrics/elimination-order.ts';
import type { Design } from '#metrics/equations.ts';
import { covarianceOf, MixedModel } from '#metrics/mixed-model.ts';
import { randomFrom, type Random } from '#test/ballots/random.ts';

/** A positive definite matrix, row by row. */
function positiveDefinite(size: number, random: Random): Float64Array {
  const root = Float64Array.from({ length: size * size }, () => random.normal(1));
  return Float64Array.from({ length: size * size }, (_, at) => {
    let sum = at % (size + 1) === 0 ? 1 : 0;
    for (let k = 0; k < size; k += 1) sum += root[Math.floor(at / size) * size + k]! * root[(at % size) * size + k]!;
    return sum;
  });
}

const inverseOf = (matrix: Float64Array, size: number): Float64Array => {
  const factor = matrix.slice();
  expect(factorDense(factor, size)).toBe(true);
  return inverseFromFactor(factor, size, size);
};

test('a matrix of any size times its inverse is the identity', () => {
  for (const size of [1, 2, 3, 4, 47, 48, 49, 50, 97, 145]) {
    const matrix = positiveDefinite(size, randomFrom(size));
    const inverse = inverseOf(matrix, size);
    let furthest = 0;
    for (let row = 0; row < size; row += 1)
      for (let column = 0; column < size; column += 1) {
        let sum = row === column ? -1 : 0;
        for (let k = 0; k < size; k += 1) sum += matrix[row * size + k]! * inverse[k * size + column]!;
        furthest = Math.max(furthest, Math.abs(sum));
      }
    expect(furthest).toBeLessThan(1e-6);
  }
});

test('a matrix that is not positive definite has no factor', () => {
  expect(factorDense(Float64Array.of(1, 2, 2, 1), 2)).toBe(false);
});

test('every unknown is eliminated once or remains, and is linked to all its later neighbors', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 60 }), (seed, size) => {
      const random = randomFrom(seed);
      const pairs = new Set<string>();
      const adjacent = Array.from({ length: size }, (): number[] => []);
      for (let edge = 0; edge < size * 2; edge += 1) {
        const [one, other] = [random.whole(0, size - 1), random.whole(0, size - 1)];
        const key = `${Math.min(one, other)} ${Math.max(one, other)}`;
        if (one === other || pairs.has(key)) continue;
        pairs.add(key);
        adjacent[one]!.push(other);
        adjacent[other]!.push(one);
      }
      const graph = adjacent.map((list) => new Set(list));
      const { order, neighbors, rest } = eliminationOrder(adjacent);
      expect([...order, ...rest].toSorted((a, b) => a - b)).toEqual(graph.map((_, unknown) => unknown));
      order.forEach((pivot, index) => {
        expect(new Set(neighbors[index])).toEqual(graph[pivot]);
        for (const one of graph[pivot]!) {
          graph[one]!.delete(pivot);
          for (const other of graph[pivot]!) if (one !== other) graph[one]!.add(other);
        }
      });
    }),
  );
});

/** Any design: one to three crossed factors with missing levels; an intercept, with a slope or not, or the means of groups. */
const designs = fc
  .record({
    seed: fc.integer({ min: 1, max: 1e6 }),
    rows: fc.integer({ min: 12, max: 60 }),
    counts: fc.array(fc.integer({ min: 2, max: 12 }), { minLength: 1, maxLength: 3 }),
    fixed: fc.constantFrom('intercept', 'slope', 'groups'),
    missing: fc.constantFrom(0, 0.3),
  })
  .map(({ seed, rows, counts, fixed, missing }): Design => {
    const random = randomFrom(seed);
    const factors = counts.map((count, index) => ({
      name: `factor ${index}`,
      levels: Int32Array.from({ length: rows }, () => (random.chance(missing) ? -1 : random.whole(0, count - 1))),
      count,
    }));
    const intercept = new Float64Array(rows).fill(1);
    const column = Float64Array.from({ length: rows }, () => random.normal(1));
    const groups = [0, 1, 2, 3].map((group) => intercept.map((_, row) => (row % 4 === group ? 1 : 0)));
    const response = Float64Array.from({ length: rows }, (_, row) => {
      const effects = factors.map(({ levels }) => Math.sin(7 * levels[row]!));
      return effects.reduce((sum, effect) => sum + effect, 8 + random.normal(1));
    });
    return { response, fixed: { intercept: [intercept], slope: [intercept, column], groups }[fixed], factors };
  });

/** Computes everything directly from the covariance matrix of the observations. */
function byTheBook({ response, fixed, factors }: Design, variances: readonly number[]) {
  const size = response.length;
  const covariance = new Float64Array(size * size);
  for (let a = 0; a < size; a += 1)
    for (let b = 0; b < size; b += 1) {
      let sum = a === b ? variances.at(-1)! : 0;
      factors.forEach(({ levels }, index) => {
        if (levels[a]! >= 0 && levels[a] === levels[b]) sum += variances[index]!;
      });
      covariance[a * size + b] = sum;
    }
  const inverse = inverseOf(covariance, size);
  const times = (vector: Float64Array): Float64Array =>
    vector.map((_, row) => vector.reduce((sum, value, column) => sum + inverse[row * size + column]! * value, 0));
  const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, value, index) => sum + value * b[index]!, 0);
  const p = fixed.length;
  const weighted = fixed.map(times);
  const information = Float64Array.from({ length: p * p }, (_, at) =>
    dot(fixed[Math.floor(at / p)]!, weighted[at % p]!),
  );
  const informationInverse = inverseOf(information, p);
  /** P v: v without the part that the fixed columns explain, weighted. */
  const project = (vector: Float64Array): Float64Array => {
    const right = weighted.map((column) => dot(column, vector));
    const coefficients = right.map((_, row) =>
      right.reduce((sum, value, k) => sum + informationInverse[row * p + k]! * value, 0),
    );
    const fitted = times(vector);
    return fitted.map(
      (value, row) => value - weighted.reduce((sum, column, k) => sum + column[row]! * coefficients[k]!, 0),
    );
  };
  const projected = project(response);
  const logOf = (matrix: Float64Array, n: number): number => {
    const factor = matrix.slice();
    factorDense(factor, n);
    return Array.from({ length: n }, (_, row) => 2 * Math.log(factor[row * n + row]!)).reduce((a, b) => a + b, 0);
  };
  const deviance =
    (size - p) * Math.log(2 * Math.PI) + logOf(covariance, size) + logOf(information, p) + dot(response, projected);
  const indicators = factors.map(({ levels, count }) =>
    Array.from({ length: count }, (_, level) => Float64Array.from(levels, (own) => (own === level ? 1 : 0))),
  );
  const effects = indicators.map((list, factor) => list.map((column) => variances[factor]! * dot(column, projected)));
  const errors = indicators.map((list, factor) =>
    list.map((one, a) =>
      list.map((other, b) => (a === b ? variances[factor]! : 0) - variances[factor]! ** 2 * dot(one, project(other))),
    ),
  );
  return { deviance, effects, errors };
}

const variancesFor = ({ factors }: Design, scale: number): number[] => [
  ...factors.map((_, index) => scale / (index + 1)),
  0.7,
];

test('likelihood, effects and errors match the dense formulas', () => {
  fc.assert(
    fc.property(designs, fc.constantFrom(0.01, 0.5, 8), (design, scale) => {
      const variances = variancesFor(design, scale);
      const book = byTheBook(design, variances);
      const model = new MixedModel(design);
      expect(model.use(variances)).toBeCloseTo(book.deviance, 6);
      const { random } = model.predict();
      design.factors.forEach(({ count }, factor) => {
        const errors = model.errorVariances(factor);
        const covariance = covarianceOf(model.errors(factor), [...random[factor]!.keys()]);
        for (let level = 0; level < count; level += 1) {
          expect(random[factor]![level]).toBeCloseTo(book.effects[factor]![level]!, 7);
          expect(errors[level]).toBeCloseTo(book.errors[factor]![level]![level]!, 7);
          for (let other = 0; other < count; other += 1)
            expect(covariance[level * count + other]).toBeCloseTo(book.errors[factor]![level]![other]!, 7);
        }
      });
    }),
    { numRuns: 40 },
  );
});

test('the estimated variances are more likely than any nearby ones', () => {
  fc.assert(
    fc.property(designs, (design) => {
      const model = new MixedModel(design);
      const bounds = variancesFor(design, 1).map(() => ({ low: 0.05, high: 20 }));
      const { variances } = model.estimate(undefined, bounds);
      const best = model.use(variances);
      variances.forEach((variance, index) => {
        for (const factor of [0.9, 1.1]) {
          const near = variances.with(index, Math.min(20, Math.max(0.05, variance * factor)));
          expect(model.use(near)).toBeGreaterThan(best - 1e-6);
        }
      });
    }),
    { numRuns: 40 },
  );
});

test('the search converges even if a dozen scores can hardly tell one variance from another', () => {
  const scores = [8.13, 10.5, 8.71, 8.5, 8.4, 8.18, 9.87, 10.14, 10.37, 10.9, 7.85, 5.76];
  const levels = [
    [3, 0, 0, 2, 3, 0, 3, 3, 2, 1, 3, 0],
    [2, 10, 0, 7, 4, 6, 11, 11, 11, 2, 2, 7],
    [8, 8, 0, 9, 9, 4, 4, 7, 8, 3, 6, 8],
  ];
  const factors = levels.map((list, index) => ({
    name: `factor ${index}`,
    levels: Int32Array.from(list),
    count: Math.max(...list) + 1,
  }));
  const model = new MixedModel({ response: Float64Array.from(scores), fixed: [new Float64Array(12).fill(1)], factors });
  const bounds = Array.from({ length: 4 }, () => ({ low: 0.05, high: 20 }));
  const { variances, steps } = model.estimate(undefined, bounds);
  expect(steps).toBeLessThan(50);
  expect(variances[2]).toBe(0.05);
});

test('adding points to every score changes no effect, and doubling scores doubles the effects', () => {
  fc.assert(
    fc.property(designs, (design) => {
      const variances = variancesFor(design, 1);
      const effects = (response: Float64Array, factor: number): Float64Array[] => {
        const model = new MixedModel({ ...design, response });
        model.use(variances.map((variance) => variance * factor));
        return model.predict().random;
      };
      const plain = effects(design.response, 1).flatMap((list) => [...list]);
      const raised = effects(
        design.response.map((value) => value + 3),
        1,
      ).flatMap((list) => [...list]);
      const doubled = effects(
        design.response.map((value) => value * 2),
        4,
      ).flatMap((list) => [...list]);
      plain.forEach((effect, index) => {
        expect(raised[index]).toBeCloseTo(effect, 8);
        expect(doubled[index]).toBeCloseTo(2 * effect, 8);
      });
    }),
    { numRuns: 20 },
  );
});

test('linearly dependent columns are rejected', () => {
  const ones = new Float64Array(6).fill(1);
  const design = { response: Float64Array.of(1, 2, 3, 4, 5, 7), fixed: [ones, ones], factors: [] };
  expect(() => new MixedModel(design).use([1])).toThrow('not linearly independent');
});
