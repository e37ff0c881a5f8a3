// How much students differ: which of two known groups a season resembles, and how far off that may be. It needs saying
// apart from the other variances because one season says little about it, and the two known groups are far apart.
import type { MixedModel } from './mixed-model.ts';

/** The variance between students, in squared points of a ballot: in 72 ballots of one college program. */
export const SIMILAR_VARIANCE = 0.033;
/**
 * In a moot of 40 oralists, whose differences last: (5.2 / 6.6) ** 2 times the variance of a score that is not the judge's,
 * .89 on our ballots.
 */
export const DIFFERENT_VARIANCE = 0.55;
/** Before any score is seen, one season in twenty is like the moot. */
const SHARE_DIFFERENT = 0.05;
/** How far a group's variance is from the known one: a standard deviation of its logarithm. */
const SPREAD = 0.5;

/** The variances tried for the intervals: from a quarter of the program's to about twice the moot's. */
const TRIED = Array.from({ length: 8 }, (_, index) => SIMILAR_VARIANCE * 2 ** (index - 2));
/** Those that are less probable than this are left out. */
const NEGLIGIBLE = 0.005;

const closeness = (variance: number, known: number): number =>
  Math.exp(-(Math.log(variance / known) ** 2) / (2 * SPREAD ** 2));

/** How probable a variance is before any score is seen, up to a factor. */
const expectation = (variance: number): number =>
  (1 - SHARE_DIFFERENT) * closeness(variance, SIMILAR_VARIANCE) +
  SHARE_DIFFERENT * closeness(variance, DIFFERENT_VARIANCE);

/** Fewer rounds cannot show what lasts. */
export const MIN_ROUNDS_TO_DIFFER = 8;

/**
 * The known group that the season resembles more, SIMILAR_VARIANCE or DIFFERENT_VARIANCE, by the ratio of the variance between students to the
 * others: an outlier or scores that spread further in every way say nothing about what lasts.
 * @param variances the model's, where the one of the factor `student` is left open
 */
export function likelierGroup(
  model: MixedModel,
  variances: readonly number[],
  student: number,
  rounds: number,
): number {
  if (rounds < MIN_ROUNDS_TO_DIFFER) return SIMILAR_VARIANCE;
  const misfit = (variance: number): number => model.misfit(variances.with(student, variance)) / 2;
  const evidence = misfit(SIMILAR_VARIANCE) - misfit(DIFFERENT_VARIANCE);
  return evidence > Math.log((1 - SHARE_DIFFERENT) / SHARE_DIFFERENT) ? DIFFERENT_VARIANCE : SIMILAR_VARIANCE;
}

/**
 * The mean squared errors of the estimates when the variance between students is not known but as probable as the scores
 * make it: for each variance tried, its prediction error variance and its distance from the estimate.
 */
export function errorVariances(
  model: MixedModel,
  variances: readonly number[],
  student: number,
  estimates: Float64Array,
): Float64Array {
  const tried = TRIED.map((variance) => {
    const guess = variances.with(student, variance);
    return { guess, surprise: model.use(guess) / 2 - Math.log(expectation(variance)) };
  });
  const least = Math.min(...tried.map(({ surprise }) => surprise));
  const total = tried.reduce((sum, { surprise }) => sum + Math.exp(least - surprise), 0);
  const errors = new Float64Array(estimates.length);
  let used = 0;
  for (const { guess, surprise } of tried) {
    const share = Math.exp(least - surprise) / total;
    if (share < NEGLIGIBLE) continue;
    used += share;
    model.use(guess);
    const other = model.predict().random[student]!;
    model.errorVariances(student).forEach((variance, level) => {
      errors[level]! += share * (variance + (other[level]! - estimates[level]!) ** 2);
    });
  }
  return errors.map((error) => error / used);
}
