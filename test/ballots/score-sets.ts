// The 28 scores that one test judge gives.
import { SCORE_FIELDS } from '#ballot/form.ts';
import type { Random } from './random.ts';

/** A judge's scores: most judges stay between 6 and 10, some use the whole range. */
export function someScores(random: Random): number[] {
  const wide = random.chance(0.3);
  const mean = random.between(7, 9);
  return SCORE_FIELDS.map(() =>
    wide ? random.whole(0, 10) : Math.max(1, Math.min(10, Math.round(mean + random.normal(1.4)))),
  );
}

/** The harder judges of the strangers: more of them use the whole range, some give nearly everybody one score. */
export function strangeScores(random: Random): number[] {
  const kind = random.next();
  const mean = kind < 0.15 ? random.whole(0, 10) : random.between(6, 9);
  const spread = kind < 0.15 ? 0.3 : 1.4;
  return SCORE_FIELDS.map(() =>
    kind > 0.65 ? random.whole(0, 10) : Math.max(0, Math.min(10, Math.round(mean + random.normal(spread)))),
  );
}
