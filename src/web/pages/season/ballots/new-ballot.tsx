import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { isSameSheet, keysOf, type Sheet } from '#ballot/sheet/sheet.ts';
import { useScoring } from '#web/ballots/scored.ts';
import { Warning } from '#web/components/dialogs/delete-dialog.tsx';
import { focusScore } from '#web/ballots/score-grid/score-cell.tsx';
import { useBook } from '#web/records/queries.ts';
import type { SeasonRound } from '#web/records/season-rounds.ts';
import { showSuccess } from '#web/server/query-client.ts';
import { toBallot } from '../address.ts';
import { discardDraft, enteredText, swapDraft, useBallotDraft } from './ballot-draft.ts';
import { BallotEditor, NOTE_ID } from './ballot-editor.tsx';
import { useKeepBallot } from './keep-ballot.tsx';
import { ToRound } from './round-facts.tsx';

/** Where the ballot that is typed for a round is stored. */
export const typedFor = (roundId: string): string => `round ${roundId}`;

interface NewBallotProps {
  sheet: Sheet;
  found: SeasonRound;
  isDeleted: boolean;
}

/** Ballots to type, one judge after the other. */
export function NewBallot(props: NewBallotProps) {
  const [count, setCount] = useState(0);
  return <OneBallot key={count} {...props} onNext={() => setCount(count + 1)} />;
}

/** It stays in this browser until it is kept. `onNext` begins another one. */
function OneBallot({ sheet, found, isDeleted, onNext }: NewBallotProps & { onNext: () => void }) {
  const isKeeping = useBook().data?.keepsBallots;
  const { round } = found;
  const name = typedFor(round.id);
  const { draft, isStored, change } = useBallotDraft(sheet, name);
  const navigate = useNavigate();
  const scoring = useScoring({ sheet, ballot: draft, change });
  const keep = useKeepBallot({
    sheet,
    draft,
    source: 'typed',
    found,
    doubtful: scoring.doubts.size,
    discard: (sent) => discardDraft(sheet, name, sent),
    onKept: ({ id }, goesOn) => (goesOn ? onNext() : void navigate({ ...toBallot(round.id, id), replace: true })),
  });
  const startTyping = useEffectEvent(() =>
    focusScore(keysOf(sheet).find((key) => (scoring.scores[key] ?? null) === null) ?? null),
  );
  useEffect(() => startTyping(), []);
  const startOver = () => {
    replaceDraft(name, undefined, 'The form was cleared.');
    onNext();
  };
  return (
    <BallotEditor
      sheet={sheet}
      title="Type a ballot"
      actions={<ToRound found={found} />}
      found={found}
      scores={{ scoring, status: enteredText(sheet, draft.scores) }}
      facts={{ draft, change }}
      above={
        <>
          {isDeleted && (
            <Warning>
              This round was deleted. What you typed stays in this browser until you clear it or sign out.
            </Warning>
          )}
          {isKeeping === false && (
            <Warning>
              This school doesn’t keep ballots yet. Its Primary Admin can turn that on; what you type stays in this
              browser.
            </Warning>
          )}
          {!isSameSheet(sheet, found.tournament.sheet) && (
            <Warning>
              This tournament has another score sheet now. What you typed is still on the one you began with (
              {sheet.title}, version {sheet.version}). To start on the new one, clear the form.
            </Warning>
          )}
        </>
      }
      failure={keep.failure}
      submit={keep.submit}
      buttons={
        <>
          <Button
            variant="light"
            disabled={keep.wait !== null || keep.isPending}
            aria-describedby={NOTE_ID}
            onClick={keep.saveAndGoOn}
          >
            Save and Next Judge
          </Button>
          <Button variant="default" disabled={!isStored || keep.isPending} onClick={startOver}>
            Clear
          </Button>
        </>
      }
      note={`${keep.wait ?? 'Scores that you leave empty stay empty.'} This form stays in your browser until you save it, clear it or sign out.`}
    />
  );
}

/** Puts another draft in the place of the latest one. Undo swaps them again, so neither is ever lost. */
function replaceDraft(name: string, next: unknown, message: string): void {
  const latest = swapDraft(name, next);
  showSuccess(message, () => replaceDraft(name, latest, 'The earlier form is back.'));
}
