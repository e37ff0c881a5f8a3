import { Button, TextInput, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { SCORE_FIELDS, type ScoreField } from '#ballot/form.ts';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { ScoreGrid } from '#web/components/forms/score-grid/score-grid.tsx';
import { scoreLabel } from '#web/components/forms/score-grid/sides.ts';
import { roundText } from '#web/records/season-rounds.ts';
import { calls } from '#web/server/calls.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';
import { useUnsaved } from '#web/state/unsaved.ts';
import { toBallot } from '../address.ts';
import { ballotTitle } from './ballot-totals.tsx';
import { conflictOf, NotSaved } from './changed-meanwhile.tsx';
import { scoreText, type KeptProps } from './kept-ballot.tsx';
import classes from './page.module.css';

/** Changes scores of a kept ballot, for one reason that stays beside them. */
export function CorrectScores({ found, ballot }: KeptProps) {
  const { schoolId } = useSchool();
  // The ballot as it was opened, so that somebody else's correction is noticed.
  const [base, setBase] = useState(ballot);
  const [typed, setTyped] = useState<Partial<Record<ScoreField, number | null>>>({});
  const [reason, setReason] = useState('');
  const navigate = useNavigate();
  const changed = SCORE_FIELDS.flatMap((field) => {
    const score = typed[field];
    return score === undefined || score === base.scores[field] ? [] : [{ field, score }];
  });
  const isDirty = changed.length > 0 || reason.trim() !== '';
  const correct = useChange({
    send: calls.keptBallots.correct,
    done: 'Ballot corrected',
    failed: 'Failed to correct ballot',
    isShownInPlace: () => true,
    onDone: () => {
      // Synchronous, because leaving asks about unsaved changes.
      flushSync(() => {
        setTyped({});
        setReason('');
      });
      void navigate(address);
    },
    onRefused: (error) => setBase(conflictOf(error)?.current ?? base),
  });
  useUnsaved(isDirty);
  const address = toBallot(found.round.id, ballot.id);
  return (
    <Page title={`Correct: ${ballotTitle(ballot)}`} intro={roundText(found)}>
      <form
        className={classes.page}
        onSubmit={(event) => {
          event.preventDefault();
          if (changed.length === 0 || reason.trim() === '') return;
          correct.send({ schoolId, id: ballot.id, version: base.version, scores: changed, reason });
        }}
      >
        <p className={classes.text}>
          Type over the scores that are wrong. The old score and your reason stay beside each.
        </p>
        <div className={classes.scores}>
          <ScoreGrid
            scores={{ ...base.scores, ...typed }}
            mayStayEmpty
            onScore={(field, score) => setTyped((before) => ({ ...before, [field]: score }))}
          />
        </div>
        <section className={classes.card} aria-labelledby="corrections">
          <Title order={2} id="corrections">
            {changed.length === 0
              ? 'No corrections yet'
              : changed.length === 1
                ? '1 correction'
                : `${changed.length} corrections`}
          </Title>
          <ul className={classes.list}>
            {changed.map(({ field, score }) => (
              <li key={field}>
                {scoreLabel(field)}: <del>{scoreText(base.scores[field])}</del> → <strong>{scoreText(score)}</strong>
              </li>
            ))}
          </ul>
          <TextInput
            mt="sm"
            label="Reason"
            placeholder="For example: misread, the judge corrected it"
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </section>
        <NotSaved error={correct.error} />
        <div className={classes.buttons}>
          <Button type="submit" loading={correct.isPending} disabled={changed.length === 0 || reason.trim() === ''}>
            Save corrections
          </Button>
          <ButtonLink {...address} variant="default">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </Page>
  );
}
