// What the judges of one round say together: which side was probably better, and how generous each of them was.
import { normalBelow } from './normal.ts';
import { mean } from './plain-figures.ts';
import { MIN_ROUNDS } from './season-model.ts';

/**
 * How far a single judge's margin strays, as a standard deviation, for each point of the largest margin that a ballot can have. Source: 27
 * rounds of one program on the form of college rounds, whose margins go to 140.
 */
const PRIOR_MARGIN_NOISE = 7.5 / 140;
/** How far the sides differ, likewise. An assumption: in those rounds, how often two judges named the same winner fits anything from 0 to 6. */
const PRIOR_SIDES = 5 / 140;
/** A season whose judges never agree doesn't prove that all sides are equal. */
const MIN_OF_PRIOR_SIDES = 0.5;

/** Standard deviations in points: of a judge's margin around the true one, and of the true ones. `isOwn`: they come from the season's own rounds. */
export type Margins = { judges: number; sides: number; isOwn: boolean };

/**
 * How far one judge's margin strays from what the judges of a round agree on, and how far the sides differ: from the margins of each of a
 * season's rounds, and the prior below MIN_ROUNDS rounds that had several judges.
 * @param largest the largest margin that a ballot of the sheet can have
 */
export function marginsOf(rounds: readonly (readonly number[])[], largest: number): Margins {
  const several = rounds.filter(({ length }) => length > 1);
  let squares = 0;
  let free = 0;
  for (const margins of several) {
    const center = mean(margins);
    for (const margin of margins) squares += (margin - center) ** 2;
    free += margins.length - 1;
  }
  const usual = PRIOR_SIDES * largest;
  if (several.length < MIN_ROUNDS || squares === 0)
    return { judges: PRIOR_MARGIN_NOISE * largest, sides: usual, isOwn: false };
  const noise = squares / free;
  const sides = mean(rounds.map((margins) => mean(margins) ** 2 - noise / margins.length));
  return {
    judges: Math.sqrt(noise),
    sides: Math.sqrt(Math.max(sides, (MIN_OF_PRIOR_SIDES * usual) ** 2)),
    isOwn: true,
  };
}

/** The probability that the side with these margins was the better one, where true margins are normal around 0; null without a margin. */
export function betterFromMargins(margins: readonly number[], { judges, sides }: Margins): number | null {
  if (margins.length === 0) return null;
  const noise = judges ** 2 / margins.length;
  return normalBelow(mean(margins) * Math.sqrt(sides ** 2 / (noise * (sides ** 2 + noise))));
}

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
