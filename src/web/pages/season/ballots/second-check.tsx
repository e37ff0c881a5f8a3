// Another person types the scores without seeing them. Only what differs is shown, to decide cell by cell.
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { keysOf } from '#ballot/sheet/sheet.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import { Warning } from '#web/components/dialogs/delete-dialog.tsx';
import { takesFocus } from '#web/components/forms/takes-focus.ts';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { focusScore } from '#web/ballots/score-grid/score-cell.tsx';
import { scoreLabel } from '#web/ballots/score-grid/sides.ts';
import { unreadIn, useScoring } from '#web/ballots/scored.ts';
import { discardDraft, enteredText, useBallotDraft, type BallotDraft } from './ballot-draft.ts';
import { BallotEditor, NotSaved } from './ballot-editor.tsx';
import { calls, conflictOf } from '#web/server/calls.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';
import { toBallot } from '../address.ts';
import { ballotTitle } from './ballot-totals.tsx';
import { CHECKED_BY_OTHERS, scoreText, type KeptProps } from './kept-ballot.tsx';
import classes from './page.module.css';
import { Section } from '#web/components/ui/section.tsx';

type Difference = { field: string; kept: number | null };
type Choice = 'kept' | 'typed';
type Check = {
  draft: BallotDraft;
  /** The version that was compared. Correcting a later one could replace a colleague's correction. */
  version: number;
  /** Undecided before the first comparison. */
  differences: readonly Difference[];
  choices: Readonly<Partial<Record<string, Choice>>>;
};
const UNDECIDED = { differences: [], choices: {} };
const CHANGED = 'This ballot was changed or checked since you compared. Your scores are still here: compare again.';
const OVERTAKEN = 'Two people have checked this ballot meanwhile. What you entered is still here.';
const corrects = (choices: Check['choices']): boolean => Object.values(choices).includes('typed');

/** Why somebody may not check a ballot, or null. */
const refusalOf = ({ mayCheck, isCheckedByTwo }: KeptBallot): string | null => {
  if (isCheckedByTwo) return 'Two people have checked this ballot already.';
  return mayCheck ? null : CHECKED_BY_OTHERS;
};

/** `ballot` is for its name and version only: until the comparison, this page shows none of its scores. */
export function SecondCheck({ sheet, found, ballot }: KeptProps) {
  const { schoolId } = useSchool();
  const { id } = ballot;
  const name = `check ${id}`;
  const { draft, change } = useBallotDraft(sheet, name);
  const [{ differences, choices, version = ballot.version }, setDecision] = useState<
    Pick<Check, 'differences' | 'choices'> & { version?: number }
  >(UNDECIDED);
  const navigate = useNavigate();
  // People who may not check it are told before they type. A correction made during the check doesn't change this.
  const [refusal] = useState(() => refusalOf(ballot));
  const scoring = useScoring({ sheet, ballot: draft, change });
  const address = toBallot(found.round.id, id);
  const isComparing = differences.length === 0;
  const check = useChange({
    send: async (sent: Check) => {
      const { scores: typed, reason } = sent.draft;
      const corrected = sent.differences.filter(({ field }) => sent.choices[field] === 'typed');
      const scores = corrected.map(({ field }) => ({ field, score: typed[field] ?? null }));
      const ofCompared = { schoolId, id, version: sent.version };
      if (scores.length > 0) await calls.keptBallots.correct({ ...ofCompared, scores, reason });
      const agreed = { ...typed };
      for (const { field, kept } of sent.differences) if (sent.choices[field] === 'kept') agreed[field] = kept;
      return calls.keptBallots.secondCheck({ schoolId, id, scores: agreed });
    },
    done: (answer) => {
      if (answer.differences.length > 0) return undefined;
      return answer.isCheckedByTwo
        ? 'Checked by two'
        : 'Scores compared. Someone else has to check the ones that you corrected.';
    },
    failed: isComparing ? 'Failed to compare the ballots' : 'Failed to finish the second check',
    isShownInPlace: () => true,
    onDone: (answer, sent) => {
      if (answer.differences.length === 0) void navigate(address);
      // A new difference after the decisions is somebody else's change, so the person compares again.
      else if (sent.differences.length > 0) setDecision(UNDECIDED);
      else setDecision({ ...UNDECIDED, differences: answer.differences, version: sent.version });
    },
    onRefused: (error) => {
      if (conflictOf(error) !== null) setDecision(UNDECIDED);
    },
    // Once nothing differs, the draft that was compared is no longer needed.
    afterwards: (answer, sent) => {
      if (answer.differences.length === 0) discardDraft(sheet, name, sent.draft);
    },
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
  const submit = { loading: check.isPending, onClick: () => check.send({ draft, version, differences, choices }) };
  const isConflict = conflictOf(check.error) !== null;
  const hasChanged = isComparing && (isConflict || (check.data?.differences ?? []).length > 0);
  const isOvertaken = ballot.isCheckedByTwo && !check.isPending && check.data?.isCheckedByTwo !== true;
  const failure = (
    <>
      <NotSaved error={isConflict ? null : check.error} />
      {(hasChanged || isOvertaken) && <Warning>{hasChanged ? CHANGED : OVERTAKEN}</Warning>}
    </>
  );
  if (isComparing) {
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
        failure={failure}
        submit={{
          ...submit,
          children: 'Compare',
          disabled: scoring.doubts.size > 0 || unreadIn(sheet, draft.scores) === keysOf(sheet).length,
        }}
        cancel={address}
      />
    );
  }
  const isDecided = differences.every(({ field }) => choices[field] !== undefined);
  const lacksReason = corrects(choices) && draft.reason.trim() === '';
  return (
    <BallotEditor
      {...editor}
      above={
        <Differences
          {...{ sheet, draft, differences, choices }}
          onChoose={(field, choice) => setDecision({ differences, version, choices: { ...choices, [field]: choice } })}
          onReason={(reason) => change((latest) => ({ ...latest, reason }))}
        />
      }
      failure={failure}
      submit={{ ...submit, children: 'Finish', disabled: !isDecided || lacksReason }}
      buttons={
        <Button
          variant="default"
          onClick={() => {
            check.reset();
            flushSync(() => setDecision(UNDECIDED));
            focusScore(differences[0]!.field);
          }}
        >
          Back to my scores
        </Button>
      }
      note={
        !isDecided
          ? 'Choose one of the two for each score that differs.'
          : lacksReason
            ? 'Enter the reason for the correction.'
            : ''
      }
    />
  );
}

interface DifferencesProps extends Omit<Check, 'version'>, Pick<KeptProps, 'sheet'> {
  onChoose: (field: string, choice: Choice) => void;
  onReason: (reason: string) => void;
}

/** Both values of each cell that differs. Each gets a decision; without corrections the ballot is then checked by two. */
function Differences({ sheet, draft, differences, choices, onChoose, onReason }: DifferencesProps) {
  const { length } = differences;
  return (
    <Section
      ref={takesFocus}
      tabIndex={-1}
      className="card"
      small
      id="differences"
      title={length === 1 ? '1 score differs' : `${length} scores differ`}
    >
      <Text inherit>Look at the paper again, and choose what it says.</Text>
      <div className="ruled">
        {differences.map(({ field, kept }) => (
          <Group key={field} component="fieldset" gap="0.25rem 1rem" py="0.25rem" className={classes.difference}>
            <legend>{scoreLabel(sheet, field)}</legend>
            {(['kept', 'typed'] as const).map((choice) => (
              <Group component="label" key={choice} gap="0.5rem" mih="2.75rem">
                <input
                  type="radio"
                  name={field}
                  checked={choices[field] === choice}
                  onChange={() => onChoose(field, choice)}
                />
                {choice === 'kept' ? `Saved: ${scoreText(kept)}` : `Yours: ${scoreText(draft.scores[field] ?? null)}`}
              </Group>
            ))}
          </Group>
        ))}
      </div>
      {corrects(choices) && (
        <TextInput
          mt="sm"
          label="Reason for the correction"
          maxLength={200}
          value={draft.reason}
          onChange={(event) => onReason(event.currentTarget.value)}
        />
      )}
    </Section>
  );
}
