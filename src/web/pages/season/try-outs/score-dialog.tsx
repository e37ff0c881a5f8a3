// The person's own scores of one candidate.
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { cellsOf } from '#ballot/sheet/sheet.ts';
import type { Candidate, TryOutDetails } from '#contract/try-outs.ts';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { sentences } from '#web/forms/form-words.ts';
import { useSeasonDialog } from '#web/records/season-address.ts';
import { calls } from '#web/server/calls.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';
import { formDraft, useUnsavedDraft } from '#web/state/drafts.ts';
import { ifDiscarded } from '#web/state/unsaved.ts';

/** The key of the draft of scores that were entered and not saved. */
export const draftOf = (candidateId: string): string => `try-out ${candidateId}`;

export function ScoreDialog({ tryOut, candidate }: { tryOut: TryOutDetails; candidate: Candidate }) {
  const { schoolId } = useSchool();
  const { leave } = useSeasonDialog();
  const cells = cellsOf(tryOut.sheet, 'p');
  // As they were when the dialog opened: once the try-out has ended, there are other raters' scores, too.
  const [own] = useState(() => tryOut.ratings.find(({ candidateId }) => candidateId === candidate.id)?.scores);
  const draftName = draftOf(candidate.id);
  const [draft] = useState(() => {
    const kept = formDraft<Record<string, string>>(draftName);
    // They may have been saved just before the page was closed.
    return cells.some(({ key }) => kept?.[key] !== undefined && kept[key] !== String(own?.[key] ?? ''))
      ? kept
      : undefined;
  });
  const [typed, setTyped] = useState(draft ?? {});
  const [isSaved, setSaved] = useState(false);
  const isUnsaved = !isSaved && Object.keys(typed).length > 0;
  useUnsavedDraft(draftName, isUnsaved ? typed : undefined);
  const close = () => ifDiscarded(leave, isUnsaved);
  const textOf = (key: string): string => typed[key] ?? String(own?.[key] ?? '');
  const save = useChange({
    send: (scores: Record<string, number>) => calls.tryOuts.rate({ schoolId, candidateId: candidate.id, scores }),
    ...sentences('Scores', 'saved', 'save'),
    onDone: () => {
      setSaved(true);
      leave();
    },
  });
  return (
    <Modal title={`Score ${candidate.name}`} onClose={close}>
      <DialogForm
        saving={save.isPending}
        onCancel={close}
        onSubmit={() => save.send(Object.fromEntries(cells.map(({ key }) => [key, Number(textOf(key))])))}
      >
        {draft && <p className="quiet">What you had entered before is still here. It isn’t saved yet.</p>}
        {cells.map(({ key, label, min, max }, index) => (
          <TextInput
            key={key}
            label={label}
            description={`${min} to ${max}`}
            type="number"
            inputMode="numeric"
            required
            min={min}
            max={max}
            step={1}
            // Nothing that is typed while the scores are on their way could be saved with them.
            readOnly={save.isPending}
            {...(index === 0 && { 'data-autofocus': true })}
            value={textOf(key)}
            onChange={(event) => setTyped({ ...typed, [key]: event.currentTarget.value })}
          />
        ))}
      </DialogForm>
    </Modal>
  );
}
