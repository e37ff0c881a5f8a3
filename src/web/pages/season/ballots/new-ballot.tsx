import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { toCheckText } from '#ballot/doubts.ts';
import { SCORE_FIELDS } from '#ballot/form.ts';
import { Warning } from '#web/components/dialogs/delete-dialog.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { focusScore } from '#web/components/forms/score-grid/score-cell.tsx';
import { ScoresSection } from '#web/components/forms/score-grid/scores-section.tsx';
import {
  changeDraft,
  discardDraft,
  emptyDraft,
  enteredText,
  useBallotDraft,
  withFacts,
  type BallotDraft,
} from './ballot-draft.ts';
import { BallotFactsForm } from './ballot-facts.tsx';
import { keepingOf, KeepFailure, useKeepBallot } from './keep-ballot.tsx';
import { useRoundPeople } from './round-people.ts';
import { useBook } from '#web/records/queries.ts';
import { roundText, type SeasonRound } from '#web/records/season-rounds.ts';
import { showSuccess } from '#web/server/query-client.ts';
import { useSchool } from '#web/state/school.ts';
import { toBallot } from '../address.ts';
import { useDraftScores } from './use-draft-scores.ts';
import classes from './page.module.css';
import { ToRound } from './to-round.tsx';

/** A ballot to type. It stays in this browser until it is kept. */
export function NewBallot({ found }: { found: SeasonRound }) {
  const { schoolId } = useSchool();
  const isKeeping = useBook().data?.keepsBallots;
  const { round, ballots } = found;
  const name = `round ${round.id}`;
  const { draft, isStored, change } = useBallotDraft(name);
  const goesOn = useRef(false);
  const [toType, setToType] = useState(0);
  const people = useRoundPeople(found);
  const navigate = useNavigate();
  const keep = useKeepBallot({
    discard: (sent) => discardDraft(name, sent),
    onKept: ({ id }) => {
      if (goesOn.current) setToType((before) => before + 1);
      else void navigate({ ...toBallot(round.id, id), replace: true });
    },
  });
  // The keyboard starts in the first cell without a score: on arrival, and for the next judge once the form is free again.
  const startTyping = useEffectEvent(() =>
    focusScore(SCORE_FIELDS.find((field) => draft.scores[field] === null) ?? null),
  );
  const started = useRef<number | null>(null);
  useEffect(() => {
    if (keep.isPending || started.current === toType) return;
    started.current = toType;
    startTyping();
  }, [toType, keep.isPending]);
  const { grid, totals, doubts, unread } = useDraftScores(draft, change);
  const keeping = keepingOf(draft, 'typed', found, doubts.size);
  const send = (andGoOn: boolean) => {
    goesOn.current = andGoOn;
    if (!('wait' in keeping)) keep.send({ draft, keeping: { schoolId, ...keeping } });
  };
  const startOver = () => {
    replaceDraft(name, emptyDraft(), 'The form was cleared.');
    keep.reset();
  };
  return (
    <Page title="Type a ballot" intro={roundText(found)} actions={<ToRound found={found} />}>
      <div className={classes.wide}>
        {isKeeping === false && (
          <Warning>
            This school doesn’t keep ballots yet. Its Primary Admin can switch that on; what you type stays in this
            browser.
          </Warning>
        )}
        {/* Nothing that is typed while the ballot is on its way could be kept with it. */}
        <div className={classes.typing} inert={keep.isPending}>
          <div className={classes.scores}>
            <ScoresSection
              {...grid}
              {...totals}
              status={toCheckText(doubts.size) ?? enteredText(unread)}
              nameOf={people.nameOfScore}
            />
          </div>
          <BallotFactsForm
            facts={draft.facts}
            taken={ballots.filter(({ id }) => id !== draft.id).map(({ number }) => number)}
            people={people}
            scores={draft.scores}
            onFacts={(typed) => change(withFacts(typed))}
          />
        </div>
        <KeepFailure error={keep.error} kept={toBallot(round.id, draft.id)} />
        <div className={classes.buttons}>
          <Button
            loading={keep.isPending}
            disabled={'wait' in keeping}
            aria-describedby="keep-note"
            onClick={() => send(false)}
          >
            Keep
          </Button>
          <Button
            variant="light"
            disabled={'wait' in keeping || keep.isPending}
            aria-describedby="keep-note"
            onClick={() => send(true)}
          >
            Keep and Next Judge
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
