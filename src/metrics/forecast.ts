// How many more rounds it may take until two students of a role can be told apart.
import { normalBelow, Z_75_BELOW } from './normal.ts';
import { differenceVariance, isComparable, type SeasonModel } from './season-model.ts';
import type { Role } from './scores.ts';

/** The forecast looks no further ahead than this many rounds. */
const MAX_MORE_ROUNDS = 12;

/**
 * The variance that one more round's scores of a student have around the lasting effect: the student in that round, and
 * the rest shared by that many scores. Ballots and opponents count as known, because 28 scores tell how harsh a ballot is.
 */
export const noisePerRound = (variances: SeasonModel['variances'], scoresPerRound: number): number =>
  variances.studentInRound + variances.rest / scoresPerRound;

/** What is left of an uncertainty (a variance) after this many more rounds with this noise. */
export const errorAfter = (errorVariance: number, noise: number, moreRounds: number): number =>
  1 / (1 / errorVariance + moreRounds / noise);

/** Two comparable students of a role by their index, and how many standard deviations lie between their estimates. */
function mostDistinctPair(model: SeasonModel, role: Role): { a: number; b: number; distance: number } | null {
  let best: { a: number; b: number; distance: number } | null = null;
  model.estimates.forEach((one, a) => {
    if (one.role !== role || !isComparable(one)) return;
    for (let b = 0; b < a; b += 1) {
      const other = model.estimates[b]!;
      if (other.role !== role || !isComparable(other)) continue;
      const distance = Math.abs(one.estimate - other.estimate) / Math.sqrt(differenceVariance(model, a, b));
      if (best === null || distance > best.distance) best = { a, b, distance };
    }
  });
  return best;
}

/** The probability that a normal number around `center` is further from 0 than `limit`. */
const chanceBeyond = (center: number, deviation: number, limit: number): number =>
  normalBelow((center - limit) / deviation) + normalBelow((-center - limit) / deviation);

export type Forecast =
  /** Fewer than two students have scores in the role. */
  | { kind: 'too few students' }
  /** No two students have scores in the role on the same side. */
  | { kind: 'not comparable' }
  /** At least one student is better than another with a probability of .75 or more. */
  | { kind: 'separated' }
  /** After this many rounds, the most distinct pair has at least an even chance to be; null: not within MAX_MORE_ROUNDS. */
  | { kind: 'not separated'; moreRounds: number | null };

/**
 * Method: after more rounds the difference between two estimates is normal around today's, with the variance that these
 * rounds remove from its error; so the chance that it will exceed .6745 of its new standard deviation is known today.
 */
export function forecast(model: SeasonModel, role: Role): Forecast {
  const pair = mostDistinctPair(model, role);
  if (pair === null) {
    const students = model.estimates.filter((estimate) => estimate.role === role);
    return { kind: students.length < 2 ? 'too few students' : 'not comparable' };
  }
  if (pair.distance >= Z_75_BELOW) return { kind: 'separated' };
  const one = model.estimates[pair.a]!;
  const other = model.estimates[pair.b]!;
  const now = differenceVariance(model, pair.a, pair.b);
  const difference = Math.abs(one.estimate - other.estimate);
  const noise = 2 * noisePerRound(model.variances, (one.scores + other.scores) / (one.rounds + other.rounds));
  for (let moreRounds = 1; moreRounds <= MAX_MORE_ROUNDS; moreRounds += 1) {
    const later = errorAfter(now, noise, moreRounds);
    if (chanceBeyond(difference, Math.sqrt(now - later), Z_75_BELOW * Math.sqrt(later)) >= 0.5)
      return { kind: 'not separated', moreRounds };
  }
  return { kind: 'not separated', moreRounds: null };
}
