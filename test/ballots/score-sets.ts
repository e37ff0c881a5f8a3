// The scores that one test judge gives.
import type { Range } from '#ballot/sheet/sheet.ts';
import type { Random } from './random.ts';

/** A whole number from 0 to 10, as a score in the range. */
const within = ({ min, max }: Range, outOfTen: number): number => Math.round(min + (outOfTen * (max - min)) / 10);

/** A judge's scores: most judges stay between 6 and 10, some use the whole range. */
export function someScores(random: Random, ranges: readonly Range[]): number[] {
  const wide = random.chance(0.3);
  const mean = random.between(7, 9);
  return ranges.map((range) =>
    within(range, wide ? random.whole(0, 10) : Math.max(1, Math.min(10, Math.round(mean + random.normal(1.4))))),
  );
}

/** The harder judges of the strangers: more of them use the whole range, some give nearly everybody one score. */
export function strangeScores(random: Random, ranges: readonly Range[]): number[] {
  const kind = random.next();
  const mean = kind < 0.15 ? random.whole(0, 10) : random.between(6, 9);
  const spread = kind < 0.15 ? 0.3 : 1.4;
  return ranges.map((range) =>
    within(
      range,
      kind > 0.65 ? random.whole(0, 10) : Math.max(0, Math.min(10, Math.round(mean + random.normal(spread)))),
    ),
  );
}
