// How many more rounds it may take until two students of a role can be told apart.
import { normalBelow, Z_90_BELOW } from './normal.ts';
import { pairsIn, type Pair, type SeasonModel } from './season-model.ts';
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

/** Two students, and how many standard deviations lie between their estimates. */
function mostDistinct({ estimates }: SeasonModel, pairs: readonly Pair[]): (Pair & { distance: number }) | null {
  let best: (Pair & { distance: number }) | null = null;
  for (const pair of pairs) {
    const [one, other] = [estimates[pair.a]!, estimates[pair.b]!];
    const distance = Math.abs(one.estimate - other.estimate) / Math.sqrt(pair.variance);
    if (best === null || distance > best.distance) best = { ...pair, distance };
  }
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
  /** At least one student is better than another with a probability of .9 or more. */
  | { kind: 'separated' }
  /** After this many rounds, the most distinct pair has at least an even chance to be; null: not within MAX_MORE_ROUNDS. */
  | { kind: 'not separated'; moreRounds: number | null };

/**
 * Method: after more rounds the difference between two estimates is normal around today's, with the variance that these
 * rounds remove from its error; so the chance that it will exceed 1.28 of its new standard deviation is known today.
 */
export function forecast(model: SeasonModel, role: Role, pairs = pairsIn(model, role)): Forecast {
  const pair = mostDistinct(model, pairs);
  if (pair === null) {
    const students = model.estimates.filter((estimate) => estimate.role === role);
    return { kind: students.length < 2 ? 'too few students' : 'not comparable' };
  }
  if (pair.distance >= Z_90_BELOW) return { kind: 'separated' };
  const one = model.estimates[pair.a]!;
  const other = model.estimates[pair.b]!;
  const now = pair.variance;
  const difference = Math.abs(one.estimate - other.estimate);
  const noise = 2 * noisePerRound(model.variances, (one.scores + other.scores) / (one.rounds + other.rounds));
  for (let moreRounds = 1; moreRounds <= MAX_MORE_ROUNDS; moreRounds += 1) {
    const later = errorAfter(now, noise, moreRounds);
    if (chanceBeyond(difference, Math.sqrt(now - later), Z_90_BELOW * Math.sqrt(later)) >= 0.5)
      return { kind: 'not separated', moreRounds };
  }
  return { kind: 'not separated', moreRounds: null };
}
