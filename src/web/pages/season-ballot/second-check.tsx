// Another person types the scores without seeing them. Only what differs is shown, to decide cell by cell.
import { Button, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { toCheckText } from '#ballot/doubts.ts';
import { SCORE_FIELDS, type ScoreField } from '#ballot/form.ts';
import { ButtonLink } from '#web/components/links.tsx';
import { Page } from '#web/components/page.tsx';
import { scoreLabel } from '#web/components/score-grid/sides.ts';
import { ScoresSection } from '#web/components/score-grid/scores-section.tsx';
import { doubtsOfDraft, unreadIn, unreadText, useBallotDraft, withScore } from '#web/records/ballot-draft.ts';
import { roundText } from '#web/records/season-rounds.ts';
import { calls } from '#web/server/calls.ts';
import { showSuccess } from '#web/server/query-client.ts';
import { ballotTitle } from './ballot-totals.tsx';
import { NotSaved } from './changed-meanwhile.tsx';
import { scoreText, type KeptProps } from './kept-ballot.tsx';
import classes from './page.module.css';

type Difference = { field: ScoreField; kept: number | null };
type Compared = { isCheckedByTwo: boolean };

/** `ballot` is for its name and version only: until the comparison, this page shows none of its scores. */
export function SecondCheck({ schoolId, found, ballot }: KeptProps) {
  const { draft, change, discard } = useBallotDraft(`check ${ballot.id}`);
  const [current, setCurrent] = useState<ScoreField | null>(null);
  const [typing, setTyping] = useState<ScoreField | null>(null);
  const [differences, setDifferences] = useState<readonly Difference[]>([]);
  const navigate = useNavigate();
  const doubts = doubtsOfDraft(draft, null, typing);
  const unread = unreadIn(draft.scores);
  const address = {
    to: '/season/rounds/$roundId/ballots/$ballotId',
    params: { roundId: found.round.id, ballotId: ballot.id },
  } as const;
  const finish = ({ isCheckedByTwo }: Compared) => {
    discard();
    showSuccess(
      isCheckedByTwo ? 'Checked by two' : 'Scores compared. Someone else has to check the ones that you corrected.',
    );
    void navigate(address);
  };
  const compare = useMutation({
    mutationFn: () => calls.keptBallots.secondCheck({ schoolId, id: ballot.id, scores: draft.scores }),
    meta: { failed: 'Failed to compare the ballots', isShownInPlace: () => true },
    onSuccess: (answer) => (answer.differences.length === 0 ? finish(answer) : setDifferences(answer.differences)),
  });
  return (
    <Page title={`Second check: ${ballotTitle(ballot)}`} intro={roundText(found)}>
      <div className={classes.page}>
        {differences.length > 0 ? (
          <Differences
            schoolId={schoolId}
            ballot={ballot}
            typed={draft.scores}
            differences={differences}
            onDone={finish}
            onBack={() => setDifferences([])}
          />
        ) : (
          <>
            <p className={classes.text}>
              Type the scores from the paper. The kept scores stay hidden, so that yours are a check of their own. You
              will see only what differs.
            </p>
            <div className={classes.scores}>
              <ScoresSection
                scores={draft.scores}
                mayStayEmpty
                doubts={doubts}
                current={current}
                status={toCheckText(doubts.size) ?? unreadText(unread, 'All scores entered')}
                onScore={(field, score) => {
                  setTyping(field);
                  change(withScore(draft, field, score));
                }}
                onConfirm={(field) => change({ ...draft, checked: { ...draft.checked, [field]: 'confirmed' } })}
                onFocus={setCurrent}
                onBlur={() => setTyping(null)}
              />
            </div>
            <NotSaved error={compare.error} />
            <div className={classes.buttons}>
              <Button
                loading={compare.isPending}
                disabled={doubts.size > 0 || unread === SCORE_FIELDS.length}
                onClick={() => compare.isPending || compare.mutate()}
              >
                Compare
              </Button>
              <ButtonLink {...address} variant="default">
                Cancel
              </ButtonLink>
            </div>
          </>
        )}
      </div>
    </Page>
  );
}

type Choice = 'kept' | 'typed';
interface DifferencesProps extends Pick<KeptProps, 'schoolId' | 'ballot'> {
  typed: KeptProps['ballot']['scores'];
  differences: readonly Difference[];
  onDone: (answer: Compared) => void;
  onBack: () => void;
}

/** Both values of each cell that differs. Each gets a decision; without corrections the ballot is then checked by two. */
function Differences({ schoolId, ballot, typed, differences, onDone, onBack }: DifferencesProps) {
  const [choices, setChoices] = useState<Partial<Record<ScoreField, Choice>>>({});
  const [reason, setReason] = useState('');
  const corrected = differences.filter(({ field }) => choices[field] === 'typed');
  const isDecided = differences.every(({ field }) => choices[field] !== undefined);
  const mayFinish = isDecided && (corrected.length === 0 || reason.trim() !== '');
  const decide = useMutation({
    mutationFn: async () => {
      const { id, version } = ballot;
      const scores = corrected.map(({ field }) => ({ field, score: typed[field] }));
      if (scores.length > 0) await calls.keptBallots.correct({ schoolId, id, version, scores, reason });
      const agreed = { ...typed };
      for (const { field, kept } of differences) if (choices[field] === 'kept') agreed[field] = kept;
      return calls.keptBallots.secondCheck({ schoolId, id, scores: agreed });
    },
    meta: { failed: 'Failed to finish the second check', isShownInPlace: () => true },
    // A difference now is somebody else's change: the person compares again.
    onSuccess: (answer) => (answer.differences.length === 0 ? onDone(answer) : onBack()),
  });
  return (
    <>
      <section className={classes.card} aria-labelledby="differences">
        <Title order={2} id="differences">
          {differences.length === 1 ? '1 score differs' : `${differences.length} scores differ`}
        </Title>
        <p className={classes.text}>Look at the paper again, and choose what it says.</p>
        {differences.map(({ field, kept }) => (
          <fieldset key={field} className={classes.difference}>
            <legend>{scoreLabel(field)}</legend>
            {(['kept', 'typed'] as const).map((choice) => (
              <label key={choice}>
                <input
                  type="radio"
                  name={field}
                  checked={choices[field] === choice}
                  onChange={() => setChoices((before) => ({ ...before, [field]: choice }))}
                />
                {choice === 'kept' ? `Kept: ${scoreText(kept)}` : `Yours: ${scoreText(typed[field])}`}
              </label>
            ))}
          </fieldset>
        ))}
        {corrected.length > 0 && (
          <TextInput
            mt="sm"
            label="Reason for the correction"
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </section>
      <NotSaved error={decide.error} />
      <div className={classes.buttons}>
        <Button loading={decide.isPending} disabled={!mayFinish} onClick={() => decide.isPending || decide.mutate()}>
          Finish
        </Button>
        <Button variant="default" onClick={onBack}>
          Back to my scores
        </Button>
      </div>
    </>
  );
}
