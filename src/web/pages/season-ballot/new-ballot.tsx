import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { toCheckText } from '#ballot/doubts.ts';
import type { ScoreField } from '#ballot/form.ts';
import { Warning } from '#web/components/delete-dialog.tsx';
import { Page } from '#web/components/page.tsx';
import { ScoresSection } from '#web/components/score-grid/scores-section.tsx';
import {
  changeDraft,
  discardDraft,
  doubtsOfDraft,
  emptyDraft,
  unreadIn,
  unreadText,
  useBallotDraft,
  withConfirmed,
  withFacts,
  withPaperTotal,
  withScore,
  type BallotDraft,
} from '#web/records/ballot-draft.ts';
import { BallotFactsForm } from '#web/records/ballot-facts.tsx';
import { keepingOf, KeepFailure, useKeepBallot } from '#web/records/keep-ballot.tsx';
import { useRoundPeople } from '#web/records/round-people.ts';
import { roundText, type SeasonRound } from '#web/records/season-rounds.ts';
import { showSuccess } from '#web/server/query-client.ts';
import classes from './page.module.css';
import { ToRound } from './to-round.tsx';

interface NewBallotProps {
  schoolId: string;
  found: SeasonRound;
  /** Undefined while it loads. */
  isKeeping: boolean | undefined;
}

/** A ballot to type. It stays in this browser until it is kept. */
export function NewBallot({ schoolId, found, isKeeping }: NewBallotProps) {
  const { round, ballots } = found;
  const name = `round ${round.id}`;
  const { draft, isStored, change } = useBallotDraft(name);
  const [current, setCurrent] = useState<ScoreField | null>(null);
  const [typing, setTyping] = useState<ScoreField | null>(null);
  const people = useRoundPeople(schoolId, found);
  const navigate = useNavigate();
  const keep = useKeepBallot({
    discard: (sent) => discardDraft(name, sent),
    onKept: ({ id }) =>
      void navigate({
        to: '/season/rounds/$roundId/ballots/$ballotId',
        params: { roundId: round.id, ballotId: id },
        replace: true,
      }),
  });
  const doubts = doubtsOfDraft(draft, null, typing);
  const keeping = keepingOf(draft, 'typed', found, doubts.size);
  const startOver = () => {
    replaceDraft(name, emptyDraft(), 'The form was cleared.');
    keep.reset();
  };
  return (
    <Page title="Type a ballot" intro={roundText(found)} actions={<ToRound found={found} />}>
      <div className={classes.page}>
        {isKeeping === false && (
          <Warning>
            This school doesn’t keep ballots yet. Its Primary Admin can switch that on; what you type stays in this
            browser.
          </Warning>
        )}
        {/* Nothing that is typed while the ballot is on its way could be kept with it. */}
        <div className={classes.form} inert={keep.isPending}>
          <BallotFactsForm
            facts={draft.facts}
            taken={ballots.filter(({ id }) => id !== draft.id).map(({ number }) => number)}
            people={people}
            scores={draft.scores}
            onFacts={(typed) => change(withFacts(typed))}
          />
          <div className={classes.scores}>
            <ScoresSection
              scores={draft.scores}
              mayStayEmpty
              doubts={doubts}
              current={current}
              status={toCheckText(doubts.size) ?? unreadText(unreadIn(draft.scores), 'All scores entered')}
              paperTotals={draft.paperTotals}
              onScore={(field, score) => {
                setTyping(field);
                change(withScore(field, score));
              }}
              onConfirm={(field) => change(withConfirmed(field))}
              onFocus={setCurrent}
              onBlur={() => setTyping(null)}
              onPaperTotal={(side, entered) => change(withPaperTotal(side, entered))}
            />
          </div>
        </div>
        <KeepFailure error={keep.error} kept={`/season/rounds/${round.id}/ballots/${draft.id}`} />
        <div className={classes.buttons}>
          <Button
            loading={keep.isPending}
            disabled={'wait' in keeping}
            aria-describedby="keep-note"
            onClick={() => 'wait' in keeping || keep.send({ draft, keeping: { schoolId, ...keeping } })}
          >
            Keep
          </Button>
          <Button variant="default" disabled={!isStored || keep.isPending} onClick={startOver}>
            Clear
          </Button>
          <p id="keep-note" className={classes.note}>
            {'wait' in keeping ? keeping.wait : 'Scores that were not read stay empty.'} This form stays in your browser
            until you keep it, clear it or sign out.
          </p>
        </div>
      </div>
    </Page>
  );
}

/** Puts another draft in the place of the latest one. Undo swaps them again, so neither is ever lost. */
function replaceDraft(name: string, next: BallotDraft, message: string): void {
  changeDraft(name, (latest) => {
    showSuccess(message, () => replaceDraft(name, latest, 'The earlier form is back.'));
    return next;
  });
}
