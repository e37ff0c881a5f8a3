// Keeping a checked ballot in the season book, and what to do when that is refused.
import { ORPCError } from '@orpc/client';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import { textsOnBoth } from '#metrics/scores.ts';
import { Warning } from '#web/components/dialogs/delete-dialog.tsx';
import { TextLink } from '#web/components/ui/links.tsx';
import { calls, messageOf } from '#web/server/calls.ts';
import { useChange } from '#web/server/use-change.ts';
import type { toBallot } from '../address.ts';
import { marginFrom, unreadIn, type BallotDraft } from './ballot-draft.ts';
import { judgeNumber } from './ballot-facts.tsx';
import type { SeasonRound } from '#web/records/season-rounds.ts';

type Keeping = Parameters<typeof calls.keptBallots.keep>[0];

/** What is sent, or why the ballot can't be kept yet. */
export function keepingOf(
  { id, facts, scores }: BallotDraft,
  source: KeptBallot['source'],
  round: SeasonRound,
  doubtful: number,
): Omit<Keeping, 'schoolId'> | { wait: string } {
  const taken = round.ballots.filter((ballot) => ballot.id !== id).map(({ number }) => number);
  const number = judgeNumber(facts, taken);
  const tabMargin = marginFrom(facts.tabMargin);
  if (doubtful > 0) return { wait: 'Check the marked scores first.' };
  if (unreadIn(scores) === Object.keys(scores).length) return { wait: 'Enter at least one score first.' };
  if (number === null || taken.includes(number)) return { wait: 'Choose a judge number that is free.' };
  if (tabMargin === undefined) return { wait: 'Correct the tab room’s margin first.' };
  const { judge, ranks } = facts;
  const comments = textsOnBoth(round.round.side, facts.comments, facts.opponentComments);
  return { id, roundId: round.round.id, number, judge: judge.trim(), tabMargin, source, scores, comments, ranks };
}

interface KeepBallot {
  /** Discards the draft once it is kept, also when the person has left the page by then. */
  discard: (sent: BallotDraft) => void;
  onKept: (ballot: KeptBallot) => void;
}

export const useKeepBallot = ({ discard, onKept }: KeepBallot) =>
  useChange({
    send: ({ keeping }: { draft: BallotDraft; keeping: Keeping }) => calls.keptBallots.keep(keeping),
    done: 'Ballot kept',
    failed: 'Failed to keep ballot',
    isShownInPlace: () => true,
    onDone: onKept,
    afterwards: (_kept, { draft }) => discard(draft),
  });

const STAYS = 'Nothing is lost: the ballot stays in this browser.';
const WHAT_TO_DO: Record<string, string> = {
  NOT_KEEPING: STAYS,
  JUDGE_TAKEN: 'Choose another judge number.',
  FULL: 'Delete ballots that you no longer need.',
  NOT_FOUND: `The round may have been deleted. ${STAYS}`,
};

/** Why a ballot was not kept, and what to do. */
export function KeepFailure({
  error,
  kept,
}: {
  error: unknown;
  /** Where the ballot is if it was kept before. */ kept: ReturnType<typeof toBallot>;
}) {
  if (error === null) return null;
  const code = error instanceof ORPCError ? (error.code as string) : '';
  if (code === 'CONFLICT') {
    return (
      <Warning>
        This ballot was already kept, with other scores. <TextLink {...kept}>Open it</TextLink> to correct a score.
      </Warning>
    );
  }
  return (
    <Warning>
      {messageOf(error)} {WHAT_TO_DO[code] ?? `${STAYS} Try again.`}
    </Warning>
  );
}
