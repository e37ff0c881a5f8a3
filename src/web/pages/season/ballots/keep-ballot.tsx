// Keeping a checked ballot in the season book, and what to do when that is refused.
import type { ReactNode } from 'react';
import { keysOf, refOf, type Sheet } from '#ballot/sheet/sheet.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import { textsOnBoth } from '#metrics/scores.ts';
import { Warning } from '#web/components/dialogs/delete-dialog.tsx';
import { TextLink } from '#web/components/ui/links.tsx';
import { calls, codeOf, messageOf } from '#web/server/calls.ts';
import { api, queryClient } from '#web/server/query-client.ts';
import { useChange } from '#web/server/use-change.ts';
import { unreadIn } from '#web/ballots/scored.ts';
import { useSchool } from '#web/state/school.ts';
import { toBallot } from '../address.ts';
import { marginFrom, type BallotDraft } from './ballot-draft.ts';
import { judgeNumber } from './ballot-facts.tsx';
import type { SeasonRound } from '#web/records/season-rounds.ts';

type Keeping = Parameters<typeof calls.keptBallots.keep>[0];
type Facts = Pick<Keeping, 'number' | 'judge' | 'tabMargin' | 'comments' | 'ranks'>;

/** What a ballot says besides its scores, as it is sent, or why it can't be sent yet. */
export function factsToSend(sheet: Sheet, found: SeasonRound, draft: BallotDraft): Facts | { wait: string } {
  const { judge, ranks, comments: own, opponentComments, tabMargin: typed } = draft.facts;
  const { number, isTaken } = judgeNumber(found, draft);
  const tabMargin = marginFrom(sheet, typed);
  if (number === null || isTaken) return { wait: 'Choose a judge number that isn’t taken.' };
  if (tabMargin === undefined) return { wait: 'Correct the tab room’s margin first.' };
  return {
    number,
    judge: judge.trim(),
    tabMargin,
    comments: textsOnBoth(found.round.side, own, opponentComments),
    ranks,
  };
}

/** What is sent, or why the ballot can't be kept yet. */
function keepingOf({
  sheet,
  draft,
  source,
  found,
  doubtful,
}: KeepBallot): Omit<Keeping, 'schoolId'> | { wait: string } {
  const { id, scores } = draft;
  if (!found) return { wait: 'Choose the round first.' };
  if (doubtful > 0) return { wait: 'Check the marked scores first.' };
  if (unreadIn(sheet, scores) === keysOf(sheet).length) return { wait: 'Enter at least one score first.' };
  const facts = factsToSend(sheet, found, draft);
  return 'wait' in facts ? facts : { id, roundId: found.round.id, source, sheet: refOf(sheet), scores, ...facts };
}

interface KeepBallot {
  sheet: Sheet;
  draft: BallotDraft;
  source: KeptBallot['source'];
  found: SeasonRound | undefined;
  /** How many scores are still to check. */
  doubtful: number;
  /** Discards the draft once it is kept, also when the person has left the page by then. */
  discard: (sent: BallotDraft) => void;
  /** `goesOn`: the person wants to type the next one. */
  onKept: (ballot: KeptBallot, goesOn: boolean) => void;
}

export function useKeepBallot(ballot: KeepBallot) {
  const { schoolId } = useSchool();
  const { draft, found, discard, onKept } = ballot;
  const { send, error, isPending } = useChange({
    send: async ({ keeping: sent, goesOn }: { draft: BallotDraft; keeping: Keeping; goesOn: boolean }) => {
      const kept = await calls.keptBallots.keep(sent);
      // The next form takes its number from the list, so this one stays until the list has the ballot.
      if (goesOn) await queryClient.invalidateQueries({ queryKey: api.seasonBook.season.key() });
      return kept;
    },
    done: 'Ballot saved',
    failed: 'Failed to save ballot',
    isShownInPlace: () => true,
    onDone: (kept, { goesOn }) => onKept(kept, goesOn),
    afterwards: (_kept, sent) => discard(sent.draft),
  });
  const keeping = keepingOf(ballot);
  const isWaiting = 'wait' in keeping;
  const save = (goesOn: boolean) => () => isWaiting || send({ draft, keeping: { schoolId, ...keeping }, goesOn });
  return {
    /** Why the ballot can't be kept yet. */
    wait: isWaiting ? keeping.wait : null,
    submit: { children: 'Save', loading: isPending, disabled: isWaiting, onClick: save(false) },
    saveAndGoOn: save(true),
    isPending,
    failure: failureOf(error, toBallot(found?.round.id ?? '', draft.id)),
  };
}

const STAYS = 'Nothing is lost: the ballot stays in this browser.';
const WHAT_TO_DO: Record<string, string> = {
  NOT_KEEPING: STAYS,
  JUDGE_TAKEN: 'If yours is a different one, save it with a number that isn’t taken.',
  FULL: 'Delete ballots that you no longer need.',
  NOT_FOUND: `The round may have been deleted. ${STAYS}`,
};

/** Why a ballot was not kept, and what to do. `kept` is where it is if it was kept before. */
function failureOf(error: unknown, kept: ReturnType<typeof toBallot>): ReactNode {
  if (error === null) return null;
  const code = codeOf(error) ?? '';
  if (code === 'CONFLICT') {
    return (
      <Warning>
        This ballot was already saved, with other scores.{' '}
        <TextLink {...kept} underline="always">
          Open it
        </TextLink>{' '}
        to correct a score.
      </Warning>
    );
  }
  return (
    <Warning>
      {messageOf(error)} {WHAT_TO_DO[code] ?? `${STAYS} Try again.`}
    </Warning>
  );
}
