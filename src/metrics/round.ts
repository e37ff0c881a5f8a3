// What the judges of one round say together: which side was probably better, and how generous each of them was.
import { normalBelow } from './normal.ts';
import { mean } from './plain-figures.ts';
import { MIN_ROUNDS } from './season-model.ts';

/**
 * How far a single judge's margin strays, as a standard deviation, for each point of the largest margin that a ballot can have. Source: 27
 * rounds of one program on the form of college rounds, whose margins go to 140.
 */
const PRIOR_MARGIN_NOISE = 7.5 / 140;

/** In points. `isOwn`: it comes from the season's own rounds. */
export type MarginNoise = { points: number; isOwn: boolean };

/**
 * How far one judge's margin strays from what the judges of a round agree on: from the margins of each of a season's rounds, and the
 * prior below MIN_ROUNDS rounds that had several judges.
 * @param largest the largest margin that a ballot of the sheet can have
 */
export function noiseOfMargins(rounds: readonly (readonly number[])[], largest: number): MarginNoise {
  const several = rounds.filter(({ length }) => length > 1);
  let squares = 0;
  let free = 0;
  for (const margins of several) {
    const center = mean(margins);
    for (const margin of margins) squares += (margin - center) ** 2;
    free += margins.length - 1;
  }
  const isOwn = several.length >= MIN_ROUNDS && squares > 0;
  return { points: isOwn ? Math.sqrt(squares / free) : PRIOR_MARGIN_NOISE * largest, isOwn };
}

/** The probability that the side with these margins was the better one; null without a margin. */
export const betterFromMargins = (margins: readonly number[], noise: number): number | null =>
  margins.length === 0 ? null : normalBelow(mean(margins) / (noise / Math.sqrt(margins.length)));

/**
 * Each ballot's mean minus the mean of the round's ballots, in points per score, over the cells that all of its judges
 * scored; null where there are none. It says how generous a judge was in this round, not how generous the judge is.
 */
export function generosity(ballots: readonly Readonly<Record<string, number | null>>[]): (number | null)[] {
  const cells = Object.keys(ballots[0] ?? {});
  const shared = cells.filter((cell) => ballots.every((scores) => (scores[cell] ?? null) !== null));
  if (shared.length === 0) return ballots.map(() => null);
  const means = ballots.map((scores) => mean(shared.map((cell) => scores[cell] ?? 0)));
  return means.map((each) => each - mean(means));
}
