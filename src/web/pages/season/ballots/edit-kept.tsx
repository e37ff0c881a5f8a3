// Changes a kept ballot: its scores, for a reason that stays beside each, or what it says besides them.
import { Stack, Text, TextInput, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { keysOf } from '#ballot/sheet/sheet.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import { useScoring, type Edit } from '#web/ballots/scored.ts';
import { scoreLabel } from '#web/ballots/score-grid/sides.ts';
import { sentences } from '#web/forms/form-words.ts';
import { counted } from '#web/format.ts';
import { Form } from '#web/forms/form.tsx';
import { isSameValue } from '#web/forms/same-value.ts';
import { calls, conflictOf } from '#web/server/calls.ts';
import { applyOptimistically } from '#web/server/optimistic.ts';
import { api } from '#web/server/query-client.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';
import { useUnsaved } from '#web/state/unsaved.ts';
import { toBallot } from '../address.ts';
import { draftOf, type BallotDraft } from './ballot-draft.ts';
import { BallotEditor, NotSaved } from './ballot-editor.tsx';
import { ballotTitle } from './ballot-totals.tsx';
import { factsToSend } from './keep-ballot.tsx';
import { scoreText, type KeptProps } from './kept-ballot.tsx';
import { rebasedDraft } from './rebased-draft.ts';

/** The draft of a kept ballot, which it follows until something is typed. What somebody else changes after that is theirs. */
function useKeptDraft<Sent>(
  { sheet, found, ballot }: KeptProps,
  send: (sent: Sent) => Promise<KeptBallot>,
  words: { done: string; failed: string },
) {
  const { side } = found.round;
  const navigate = useNavigate();
  const address = toBallot(found.round.id, ballot.id);
  const startOf = (base: KeptBallot) => ({ base, draft: draftOf(sheet, base, side), reason: '' });
  const [{ base, draft, reason }, setState] = useState(() => startOf(ballot));
  const before = draftOf(sheet, base, side);
  const saving = useChange({
    send,
    ...words,
    isShownInPlace: () => true,
    // The next correction starts from this one, also before the ballots are fetched again.
    afterwards: (saved) =>
      applyOptimistically<KeptBallot>([api.keptBallots.key()], (now) => (now.id === saved.id ? saved : now)),
    onDone: (saved) => {
      // Synchronous, because leaving asks about unsaved changes.
      flushSync(() => setState(startOf(saved)));
      void navigate(address);
    },
    onRefused: (error) => {
      const theirs = conflictOf(error)?.current as KeptBallot | undefined;
      if (theirs === undefined) return;
      const rebase = (now: typeof draft, from: KeptBallot) =>
        rebasedDraft(now, draftOf(sheet, from, side), draftOf(sheet, theirs, side));
      setState((now) => ({ ...now, base: theirs, draft: rebase(now.draft, now.base) }));
    },
  });
  const isChanged = reason.trim() !== '' || !isSameValue([draft.scores, draft.facts], [before.scores, before.facts]);
  useUnsaved(isChanged);
  if (!isChanged && ballot.version > base.version) setState(startOf(ballot));
  return {
    version: base.version,
    before,
    draft,
    change: (edit: Edit<BallotDraft>) => setState((now) => ({ ...now, draft: edit(now.draft) })),
    reason,
    setReason: (text: string) => setState((now) => ({ ...now, reason: text })),
    saving,
    editor: { sheet, found, cancel: address, failure: <NotSaved error={saving.error} /> },
  };
}

/** Changes scores of a kept ballot, for one reason that stays beside them. */
export function CorrectScores(props: KeptProps) {
  const { schoolId } = useSchool();
  const { sheet } = props;
  const { id } = props.ballot;
  const words = { done: 'Ballot corrected', failed: 'Failed to correct ballot' };
  const kept = useKeptDraft(props, calls.keptBallots.correct, words);
  const { version, before, draft, change, reason, setReason, saving, editor } = kept;
  const scoring = useScoring({ sheet, ballot: draft, change });
  const { scores: olds } = before;
  const { scores: news } = scoring;
  const corrections = keysOf(sheet)
    .map((field) => ({ field, old: olds[field] ?? null, score: news[field] ?? null }))
    .filter(({ old, score }) => old !== score);
  const maySave = corrections.length > 0 && reason.trim() !== '' && scoring.doubts.size === 0;
  return (
    <BallotEditor
      {...editor}
      title={`Correct: ${ballotTitle(props.ballot)}`}
      scores={{ scoring, status: '' }}
      above={
        <Text inherit>
          Type the correct scores over the wrong ones. The old score and your reason stay beside each.
        </Text>
      }
      below={
        <Form
          id="correct"
          className="card"
          aria-labelledby="corrections"
          onSubmit={() => {
            if (!maySave) return;
            const scores = corrections.map(({ field, score }) => ({ field, score }));
            saving.send({ schoolId, id, version, scores, reason });
          }}
        >
          <Title order={2} id="corrections" fz="lg">
            {corrections.length === 0 ? 'No corrections yet' : counted(corrections.length, 'correction')}
          </Title>
          <Stack component="ul" gap="xs" mt="xs">
            {corrections.map(({ field, old, score }) => (
              <li key={field}>
                {scoreLabel(sheet, field)}: <del>{scoreText(old)}</del> → <strong>{scoreText(score)}</strong>
              </li>
            ))}
          </Stack>
          <TextInput
            mt="sm"
            label="Reason"
            placeholder="For example: misread, the judge corrected it"
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Form>
      }
      submit={{
        children: 'Save corrections',
        type: 'submit',
        form: 'correct',
        loading: saving.isPending,
        disabled: !maySave,
      }}
    />
  );
}

const FACTS = ['number', 'judge', 'tabMargin', 'comments', 'opponentComments', 'ranks'] as const;

/** Edits what a kept ballot says besides its scores. */
export function EditFacts(props: KeptProps) {
  const { schoolId } = useSchool();
  const { sheet, found, ballot } = props;
  const kept = useKeptDraft(props, calls.keptBallots.update, sentences('Ballot', 'updated', 'update'));
  const { version, before, draft, change, saving, editor } = kept;
  const { facts } = draft;
  const edited = FACTS.filter((field) => !isSameValue(facts[field], before.facts[field]));
  const values = factsToSend(sheet, found, draft);
  const send = () => {
    if ('wait' in values) return;
    const fields = edited.map((field) => (field === 'opponentComments' ? 'comments' : field));
    const changed = Object.fromEntries(fields.map((field) => [field, values[field]]));
    saving.send({ schoolId, id: ballot.id, version, changed });
  };
  return (
    <BallotEditor
      {...editor}
      title={`Edit: ${ballotTitle(ballot)}`}
      facts={{ draft, change }}
      submit={{
        children: 'Save',
        loading: saving.isPending,
        disabled: edited.length === 0 || 'wait' in values,
        onClick: send,
      }}
    />
  );
}
