// What to send again after another person's change: their ballot with only what was typed here.
import type { BallotFacts } from './ballot-draft.ts';

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** `theirs` with the values that differ between `mine` and `base`. A value that is missing in `mine` was removed here. */
function rebased<Values extends object>(mine: Values, base: Values, theirs: Values): Values {
  const keys = Object.keys({ ...base, ...mine, ...theirs }) as (keyof Values)[];
  const from = (key: keyof Values): Values => (isSame(mine[key], base[key]) ? theirs : mine);
  return Object.fromEntries(keys.filter((key) => key in from(key)).map((key) => [key, from(key)[key]])) as Values;
}

/** Each comment and each kind of ranks counts on its own. */
export const rebasedFacts = (mine: BallotFacts, base: BallotFacts, theirs: BallotFacts): BallotFacts => ({
  ...rebased(mine, base, theirs),
  comments: rebased(mine.comments, base.comments, theirs.comments),
  opponentComments: rebased(mine.opponentComments, base.opponentComments, theirs.opponentComments),
  ranks: rebased(mine.ranks, base.ranks, theirs.ranks),
});
