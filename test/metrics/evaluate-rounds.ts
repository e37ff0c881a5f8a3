// Evaluates the verdict on a round in simulated seasons whose true margins are known.
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { maxMargin } from '#ballot/sheet/scores-on-sheet.ts';
import { mean } from '#metrics/plain-figures.ts';
import { betterFromMargins, noiseOfMargins } from '#metrics/round.ts';
import { MIN_PROBABILITY } from '#metrics/sentences.ts';
import { randomFrom } from '#test/ballots/random.ts';

const JUDGES = 7.5;

/**
 * The share of rounds in which one side is called probably better, with what probability on average, and how often that is right. Each season
 * has its number as the seed.
 * @param sides the standard deviation of the true margins, in points of a college ballot
 */
export function evaluateRounds(
  { sides, rounds, judges = 2 }: { sides: number; rounds: number; judges?: number },
  seasons: number,
) {
  const called: { said: number; right: boolean }[] = [];
  for (let seed = 1; seed <= seasons; seed += 1) {
    const random = randomFrom(seed);
    const played = Array.from({ length: rounds }, () => {
      const truth = random.normal(sides);
      return { truth, margins: Array.from({ length: judges }, () => truth + random.normal(JUDGES)) };
    });
    const noise = noiseOfMargins(
      played.map(({ margins }) => margins),
      maxMargin(COLLEGE_28),
    );
    for (const { truth, margins } of played) {
      const probability = betterFromMargins(margins, noise.points)!;
      const said = Math.max(probability, 1 - probability);
      if (said >= MIN_PROBABILITY) called.push({ said, right: truth > 0 === probability > 0.5 });
    }
  }
  return {
    called: called.length / (rounds * seasons),
    said: mean(called.map(({ said }) => said)),
    right: mean(called.map(({ right }) => Number(right))),
  };
}
