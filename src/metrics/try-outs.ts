// What the totals of several raters say about candidates: total = the rater's own mean + candidate + chance. Each rater has a mean, so a
// strict one harms nobody; candidates are a random effect, so a candidate with few totals is pulled toward the average.
import { covarianceOf, MixedModel } from './mixed-model.ts';
import { Z_90 } from './normal.ts';

export type Total = { candidate: string; rater: string; total: number };
export type CandidateEstimate = {
  candidate: string;
  /** The plain mean of the totals. */
  mean: number;
  raters: number;
  /** Points above the average candidate of the try-out. */
  estimate: number;
  /** The 90% interval of the candidate's true distance from the average candidate. */
  low: number;
  high: number;
};

/** With fewer candidates whom two raters have scored, nothing separates a candidate from chance. */
const MIN_SHARED = 4;
/** How much of the variance within a rater's totals is the candidates': each share counts as much as the totals make it probable. */
const SHARES = Array.from({ length: 12 }, (_, index) => (index + 0.5) / 12);
const NEGLIGIBLE = 0.005;
/** The variance of chance is unknown, too, so it is computed from this many totals less, as the variance of Student's distribution is. */
const UNSURE = 2;
const ROUNDING = 1e-9;

const indexesOf = (keys: readonly string[]): Map<string, number> =>
  new Map([...new Set(keys)].map((key, index) => [key, index]));

/** The estimates, the highest first, or null while too few totals can be compared. */
export function candidateEstimates(totals: readonly Total[]): CandidateEstimate[] | null {
  const ofCandidate = Map.groupBy(totals, ({ candidate }) => candidate);
  if ([...ofCandidate.values()].filter(({ length }) => length > 1).length < MIN_SHARED) return null;
  // Each rater's mean takes one degree of freedom.
  const free = totals.length - new Set(totals.map(({ rater }) => rater)).size;
  if (free <= UNSURE) return null;
  const model = modelOf(totals);
  const fits = SHARES.flatMap((share) => {
    const ratio = [share / (1 - share), 1];
    const { rest, surprise } = scaleOf(model, ratio, free);
    return rest > ROUNDING ? [{ variances: ratio.map((part) => part * rest), surprise }] : [];
  });
  // Every rater gave all candidates the same.
  if (fits.length === 0) return null;
  const least = Math.min(...fits.map(({ surprise }) => surprise));
  const likely = fits
    .map(({ variances, surprise }) => ({ share: Math.exp((least - surprise) / 2), ...centered(model, variances) }))
    .filter(({ share }) => share > NEGLIGIBLE);
  const all = likely.reduce((sum, { share }) => sum + share, 0);
  const average = (of: (fit: (typeof likely)[number]) => number): number =>
    likely.reduce((sum, fit) => sum + (fit.share / all) * of(fit), 0);
  return [...ofCandidate]
    .map(([candidate, own], index): CandidateEstimate => {
      const estimate = average(({ effects }) => effects[index]!);
      const half =
        Z_90 * Math.sqrt(average(({ effects, errors }) => errors[index]! + (effects[index]! - estimate) ** 2));
      const mean = own.reduce((sum, { total }) => sum + total, 0) / own.length;
      return { candidate, mean, raters: own.length, estimate, low: estimate - half, high: estimate + half };
    })
    .toSorted((one, other) => other.estimate - one.estimate || other.mean - one.mean);
}

function modelOf(totals: readonly Total[]): MixedModel {
  const raters = indexesOf(totals.map(({ rater }) => rater));
  const candidates = indexesOf(totals.map(({ candidate }) => candidate));
  return new MixedModel({
    response: Float64Array.from(totals, ({ total }) => total),
    fixed: [...raters.keys()].map((key) => Float64Array.from(totals, ({ rater }) => Number(rater === key))),
    factors: [
      {
        name: 'candidate',
        levels: Int32Array.from(totals, ({ candidate }) => candidates.get(candidate)!),
        count: candidates.size,
      },
    ],
  });
}

/** The variance of chance for a ratio of the variances, and how badly the ratio fits: -2 times the log likelihood, up to a constant. */
function scaleOf(model: MixedModel, ratio: readonly number[], free: number): { rest: number; surprise: number } {
  // Twice these variances halve what the residuals add, and add the logarithm of 2 for each free total.
  const once = model.use(ratio);
  const twice = model.use(ratio.map((part) => 2 * part));
  const residual = 2 * (once - twice + free * Math.log(2));
  return { rest: residual / (free - UNSURE), surprise: once - residual + free * Math.log(residual) };
}

/** The effects and the variances of their errors, as distances from the average candidate. */
function centered(model: MixedModel, variances: readonly number[]): { effects: Float64Array; errors: Float64Array } {
  model.use(variances);
  const predicted = model.predict().random[0]!;
  const count = predicted.length;
  const covariance = covarianceOf(model.errors(0), [...predicted.keys()]);
  const average = predicted.reduce((sum, effect) => sum + effect, 0) / count;
  const withAll = predicted.map((_, index) => {
    let sum = 0;
    for (let other = 0; other < count; other += 1) sum += covariance[index * count + other]!;
    return sum / count;
  });
  const ofAverage = withAll.reduce((sum, entry) => sum + entry, 0) / count;
  return {
    effects: predicted.map((effect) => effect - average),
    errors: predicted.map((_, index) => covariance[index * count + index]! - 2 * withAll[index]! + ofAverage),
  };
}
