// Another person types the scores without seeing them. Only what differs is shown, to decide cell by cell.
import { Button, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { keysOf, type Sheet } from '#ballot/sheet/sheet.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { scoreLabel } from '#web/components/forms/score-grid/sides.ts';
import { unreadIn, useScoring, type Edit } from '#web/ballots/scored.ts';
import { discardDraft, enteredText, useBallotDraft, type BallotDraft } from './ballot-draft.ts';
import { BallotEditor } from './ballot-editor.tsx';
import { calls } from '#web/server/calls.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';
import { toBallot } from '../address.ts';
import { ballotTitle } from './ballot-totals.tsx';
import { NotSaved } from './changed-meanwhile.tsx';
import { CHECKED_BY_OTHERS, scoreText, type KeptProps } from './kept-ballot.tsx';
import classes from './page.module.css';
import { Section } from '#web/components/ui/section.tsx';

type Difference = { field: string; kept: number | null };
type Answer = { differences: readonly Difference[]; isCheckedByTwo: boolean };

const nameOf = ({ id }: Pick<KeptBallot, 'id'>): string => `check ${id}`;

const comparedText = ({ differences, isCheckedByTwo }: Answer): string | undefined => {
  if (differences.length > 0) return undefined;
  return isCheckedByTwo ? 'Checked by two' : 'Scores compared. Someone else has to check the ones that you corrected.';
};

/** Once nothing differs, the draft that was compared is no longer needed. */
const discardCompared = (
  sheet: Sheet,
  ballot: Pick<KeptBallot, 'id'>,
  { differences }: Answer,
  draft: BallotDraft,
): void => {
  if (differences.length === 0) discardDraft(sheet, nameOf(ballot), draft);
};

/** Why somebody may not check a ballot, or null. */
const refusalOf = ({ mayCheck, isCheckedByTwo }: KeptBallot): string | null => {
  if (isCheckedByTwo) return 'Two people have checked this ballot already.';
  return mayCheck ? null : CHECKED_BY_OTHERS;
};

/** `ballot` is for its name and version only: until the comparison, this page shows none of its scores. */
export function SecondCheck({ sheet, found, ballot }: KeptProps) {
  const { schoolId } = useSchool();
  const { draft, change } = useBallotDraft(sheet, nameOf(ballot));
  const [differences, setDifferences] = useState<readonly Difference[]>([]);
  const navigate = useNavigate();
  // People who may not check it are told before they type. A correction made during the check doesn't change this.
  const [refusal] = useState(() => refusalOf(ballot));
  const scoring = useScoring({ sheet, ballot: draft, change });
  const unread = unreadIn(sheet, draft.scores);
  const address = toBallot(found.round.id, ballot.id);
  const finish = () => void navigate(address);
  const compare = useChange({
    send: ({ scores }: BallotDraft) => calls.keptBallots.secondCheck({ schoolId, id: ballot.id, scores }),
    done: comparedText,
    failed: 'Failed to compare the ballots',
    isShownInPlace: () => true,
    onDone: (answer) => (answer.differences.length === 0 ? finish() : setDifferences(answer.differences)),
    afterwards: (answer, sent) => discardCompared(sheet, ballot, answer, sent),
  });
  const editor = { sheet, title: `Second check: ${ballotTitle(ballot)}`, found };
  if (refusal !== null) {
    return (
      <BallotEditor
        {...editor}
        above={<Text inherit>{refusal}</Text>}
        buttons={
          <ButtonLink {...address} variant="default">
            Open the ballot
          </ButtonLink>
        }
      />
    );
  }
  if (differences.length > 0) {
    const props = { editor, ballot, draft, change, differences };
    return <Differences {...props} onDone={finish} onBack={() => setDifferences([])} />;
  }
  return (
    <BallotEditor
      {...editor}
      scores={{ scoring, status: enteredText(sheet, draft.scores) }}
      above={
        <Text inherit>
          Type the scores from the paper. The saved scores stay hidden, so that yours are an independent check. You’ll
          see only what differs.
        </Text>
      }
      failure={<NotSaved error={compare.error} />}
      submit={{
        children: 'Compare',
        loading: compare.isPending,
        disabled: scoring.doubts.size > 0 || unread === keysOf(sheet).length,
        onClick: () => compare.send(draft),
      }}
      cancel={address}
    />
  );
}

type Choice = 'kept' | 'typed';
interface DifferencesProps extends Pick<KeptProps, 'ballot'> {
  editor: { title: string } & Pick<KeptProps, 'sheet' | 'found'>;
  draft: BallotDraft;
  change: (edit: Edit<BallotDraft>) => void;
  differences: readonly Difference[];
  onDone: () => void;
  onBack: () => void;
}

/** Both values of each cell that differs. Each gets a decision; without corrections the ballot is then checked by two. */
function Differences({ editor, ballot, draft, change, differences, onDone, onBack }: DifferencesProps) {
  const { schoolId } = useSchool();
  const { sheet } = editor;
  const { scores: typed, reason } = draft;
  const [choices, setChoices] = useState<Partial<Record<string, Choice>>>({});
  const corrected = differences.filter(({ field }) => choices[field] === 'typed');
  const isDecided = differences.every(({ field }) => choices[field] !== undefined);
  const mayFinish = isDecided && (corrected.length === 0 || reason.trim() !== '');
  const decide = useChange({
    send: async ({ scores: typedScores, reason: given }: BallotDraft) => {
      const { id, version } = ballot;
      const scores = corrected.map(({ field }) => ({ field, score: typedScores[field] ?? null }));
      if (scores.length > 0) await calls.keptBallots.correct({ schoolId, id, version, scores, reason: given });
      const agreed = { ...typedScores };
      for (const { field, kept } of differences) if (choices[field] === 'kept') agreed[field] = kept;
      return calls.keptBallots.secondCheck({ schoolId, id, scores: agreed });
    },
    done: comparedText,
    failed: 'Failed to finish the second check',
    isShownInPlace: () => true,
    // A new difference is somebody else's change, so the person compares again.
    onDone: (answer) => (answer.differences.length === 0 ? onDone() : onBack()),
    afterwards: (answer, sent) => discardCompared(sheet, ballot, answer, sent),
  });
  return (
    <BallotEditor
      {...editor}
      above={
        <Section
          className={`card ${classes.card}`}
          id="differences"
          title={differences.length === 1 ? '1 score differs' : `${differences.length} scores differ`}
        >
          <Text inherit>Look at the paper again, and choose what it says.</Text>
          {differences.map(({ field, kept }) => (
            <fieldset key={field} className={classes.difference}>
              <legend>{scoreLabel(sheet, field)}</legend>
              {(['kept', 'typed'] as const).map((choice) => (
                <label key={choice}>
                  <input
                    type="radio"
                    name={field}
                    checked={choices[field] === choice}
                    onChange={() => setChoices((before) => ({ ...before, [field]: choice }))}
                  />
                  {choice === 'kept' ? `Saved: ${scoreText(kept)}` : `Yours: ${scoreText(typed[field] ?? null)}`}
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
              onChange={({ currentTarget: { value } }) => change((latest) => ({ ...latest, reason: value }))}
            />
          )}
        </Section>
      }
      failure={<NotSaved error={decide.error} />}
      submit={{
        children: 'Finish',
        loading: decide.isPending,
        disabled: !mayFinish,
        onClick: () => decide.send(draft),
      }}
      buttons={
        <Button variant="default" onClick={onBack}>
          Back to my scores
        </Button>
      }
      note={
        !isDecided
          ? 'Choose one of the two for each score that differs.'
          : mayFinish
            ? ''
            : 'Enter the reason for the correction.'
      }
    />
  );
}
