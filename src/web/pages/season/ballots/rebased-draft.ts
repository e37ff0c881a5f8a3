// What to send again after another person's change: their ballot with only what was typed here.
import { isSameValue } from '#web/forms/same-value.ts';
import type { BallotDraft } from './ballot-draft.ts';

/** `theirs` with the values that differ between `mine` and `base`. A value that is missing in `mine` was removed here. */
function rebased<Values extends object>(mine: Values, base: Values, theirs: Values): Values {
  const keys = Object.keys({ ...base, ...mine, ...theirs }) as (keyof Values)[];
  const from = (key: keyof Values): Values => (isSameValue(mine[key], base[key]) ? theirs : mine);
  return Object.fromEntries(keys.filter((key) => key in from(key)).map((key) => [key, from(key)[key]])) as Values;
}

/** Each score, each comment and each kind of ranks counts on its own. */
export const rebasedDraft = (mine: BallotDraft, base: BallotDraft, theirs: BallotDraft): BallotDraft => ({
  ...mine,
  scores: rebased(mine.scores, base.scores, theirs.scores),
  facts: {
    ...rebased(mine.facts, base.facts, theirs.facts),
    comments: rebased(mine.facts.comments, base.facts.comments, theirs.facts.comments),
    opponentComments: rebased(mine.facts.opponentComments, base.facts.opponentComments, theirs.facts.opponentComments),
    ranks: rebased(mine.facts.ranks, base.facts.ranks, theirs.facts.ranks),
  },
});
