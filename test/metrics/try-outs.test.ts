// What several raters' totals say about candidates.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { candidateEstimates, type Total } from '#metrics/try-outs.ts';
import { randomFrom, type Random } from '#test/ballots/random.ts';

type TryOut = { candidates: number; raters: number; candidate: number; rater: number; chance: number };

/** A try-out whose truth is known. A tenth of the sheets are missing, and totals are whole points. */
function simulate({ candidates, raters, ...spread }: TryOut, random: Random) {
  const strictness = Array.from({ length: raters }, () => random.normal(spread.rater));
  const truths = new Map<string, number>();
  const totals: Total[] = [];
  for (let index = 0; index < candidates; index += 1) {
    const truth = random.normal(spread.candidate);
    truths.set(`c${index}`, truth);
    strictness.forEach((lenient, rater) => {
      if (random.chance(0.1)) return;
      const total = Math.round(18 + truth + lenient + random.normal(spread.chance));
      totals.push({ candidate: `c${index}`, rater: `r${rater}`, total });
    });
  }
  return { truths, totals };
}

test.each<[string, TryOut]>([
  ['a few candidates', { candidates: 12, raters: 3, candidate: 3, rater: 2, chance: 2 }],
  ['many candidates', { candidates: 40, raters: 4, candidate: 3, rater: 2, chance: 2 }],
  ['raters who agree little', { candidates: 24, raters: 4, candidate: 2, rater: 3, chance: 3 }],
])('90%% intervals contain the truth nine times in ten, with %s', (_, program) => {
  let [inside, all] = [0, 0];
  for (let seed = 1; seed <= 200; seed += 1) {
    const { truths, totals } = simulate(program, randomFrom(seed));
    const estimates = candidateEstimates(totals)!;
    const average = estimates.reduce((sum, { candidate }) => sum + truths.get(candidate)!, 0) / estimates.length;
    for (const { candidate, low, high } of estimates) {
      const truth = truths.get(candidate)! - average;
      all += 1;
      inside += Number(low <= truth && truth <= high);
    }
  }
  expect(inside / all).toBeGreaterThan(0.88);
  expect(inside / all).toBeLessThan(0.92);
});

const anyTotals = fc
  .integer({ min: 1, max: 10_000 })
  .map((seed) => simulate({ candidates: 8, raters: 3, candidate: 3, rater: 2, chance: 2 }, randomFrom(seed)).totals);

test('neither a rater’s strictness nor the order of the score sheets changes anything', () => {
  fc.assert(
    fc.property(anyTotals, fc.integer({ min: -9, max: 9 }), (totals, by) => {
      const byName = (given: readonly Total[]) =>
        candidateEstimates(given)!
          .toSorted((one, other) => (one.candidate < other.candidate ? -1 : 1))
          .flatMap(({ estimate, low, high }) =>
            [estimate, low, high].map((value) => Math.round(value * 1e6) / 1e6 + 0),
          );
      const stricter = totals.map((total) => (total.rater === 'r1' ? { ...total, total: total.total + by } : total));
      expect(byName(stricter.toReversed())).toEqual(byName(totals));
    }),
    { numRuns: 20 },
  );
});

test('estimates are distances from the average candidate, the highest first, and closer to it than the plain means', () => {
  const { totals } = simulate({ candidates: 20, raters: 3, candidate: 3, rater: 0, chance: 2 }, randomFrom(1));
  const estimates = candidateEstimates(totals)!;
  expect(estimates.map(({ estimate }) => estimate)).toEqual(
    estimates.map(({ estimate }) => estimate).toSorted((one, other) => other - one),
  );
  const spreadOf = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  expect(estimates.reduce((sum, { estimate }) => sum + estimate, 0)).toBeCloseTo(0);
  expect(spreadOf(estimates.map(({ estimate }) => estimate))).toBeLessThan(spreadOf(estimates.map(({ mean }) => mean)));
});

test('too few score sheets give no estimate', () => {
  const give = (candidates: number, raters: number, total = (index: number) => index): Total[] =>
    Array.from({ length: candidates * raters }, (_, index) => ({
      candidate: `c${index % candidates}`,
      rater: `r${Math.floor(index / candidates)}`,
      total: total(index),
    }));
  expect(candidateEstimates([])).toBeNull();
  expect(candidateEstimates(give(20, 1))).toBeNull();
  expect(candidateEstimates(give(3, 3))).toBeNull();
  expect(candidateEstimates(give(4, 2, (index) => (index * 7) % 5))).toHaveLength(4);
  // Everybody gave everybody the same.
  expect(candidateEstimates(give(8, 3, () => 18))).toBeNull();
});
