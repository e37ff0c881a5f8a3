// Saving a ballot after somebody else's change: their values stay wherever this person typed nothing.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { PARTS } from '#metrics/scores.ts';
import { emptyDraft, type BallotDraft, type BallotFacts } from '#web/pages/season/ballots/ballot-draft.ts';
import { rebasedDraft } from '#web/pages/season/ballots/rebased-draft.ts';

const EMPTY = emptyDraft(COLLEGE_28);
const ranks = fc.array(fc.constantFrom('a', 'b', null), { maxLength: 4 });
const comments = fc.dictionary(fc.constantFrom(...PARTS), fc.constantFrom('good', 'loud'), { noNullPrototype: true });
const facts: fc.Arbitrary<BallotFacts> = fc.record({
  number: fc.constantFrom(1, 2, null),
  judge: fc.constantFrom('', 'Rowe', 'Marsh'),
  tabMargin: fc.constantFrom('', '3'),
  comments,
  opponentComments: comments,
  ranks: fc.record({ attorney: ranks, witness: ranks }),
});
const score = fc.constantFrom(null, 0, 8);
const draft: fc.Arbitrary<BallotDraft> = fc
  .record({ facts, pOpen: score, dOpen: score })
  .map(({ facts: given, ...scores }) => ({ ...EMPTY, facts: given, scores: { ...EMPTY.scores, ...scores } }));
/** Each value that somebody can type, by its path. */
const leavesOf = ({
  scores,
  facts: {
    comments: ours,
    opponentComments: theirs,
    ranks: { attorney, witness },
    ...rest
  },
}: BallotDraft): Record<string, unknown> => ({
  ...scores,
  ...rest,
  attorney,
  witness,
  ...Object.fromEntries(PARTS.map((part) => [part, ours[part] ?? ''])),
  ...Object.fromEntries(PARTS.map((part) => [`opponents ${part}`, theirs[part] ?? ''])),
});

test('each value is mine if I changed it, and theirs otherwise', () => {
  fc.assert(
    fc.property(draft, draft, draft, (mine, base, theirs) => {
      const [own, before, other] = [mine, base, theirs].map(leavesOf) as [object, object, object];
      const expected = Object.entries(own).map(([key, value]) => {
        const isMine = JSON.stringify(value) !== JSON.stringify(before[key as keyof object]);
        return [key, isMine ? value : other[key as keyof object]];
      });
      expect(leavesOf(rebasedDraft(mine, base, theirs))).toEqual(Object.fromEntries(expected));
    }),
  );
});
