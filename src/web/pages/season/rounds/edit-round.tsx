import type { Round } from '#contract/rounds.ts';
import type { Outcome } from '#contract/words.ts';
import { DeleteDialog, DeletionImpact } from '#web/components/dialogs/delete-dialog.tsx';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { FormConflict } from '#web/forms/form-conflict.tsx';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { sentences } from '#web/forms/form-words.ts';
import { useEdit } from '#web/forms/use-edit.ts';
import { calls } from '#web/server/calls.ts';
import { api, queryClient } from '#web/server/query-client.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';
import { deletionImpact } from '#web/records/deletion-impact.ts';
import { RoundFields, ROUND_FIELDS, ROUND_LABELS, type RoundValues } from './round-fields.tsx';
import { OUTCOME_LABELS, sideLabel } from '#web/records/round-words.ts';
import { useCases } from '#web/records/queries.ts';

interface RoundDialogProps {
  round: Round;
  onClose: () => void;
}

/** In a form, an empty text is something that was forgotten. An opponent may be missing. */
const toForm = (round: Round) => ({ ...round, opponent: round.opponent || null });

export function EditRound({ round, isShared, onClose }: RoundDialogProps & { isShared: boolean }) {
  const { schoolId } = useSchool();
  const cases = useCases().data ?? [];
  const edit = useEdit({
    what: 'Round',
    record: toForm(round),
    fields: ROUND_FIELDS,
    update: async (version, { opponent, ...changed }: Partial<RoundValues>) => {
      const typed = opponent === undefined ? {} : { opponent: opponent ?? '' };
      const saved = await calls.rounds.update({ schoolId, id: round.id, version, changed: { ...changed, ...typed } });
      // The dialog closes over a page that already shows the change.
      await queryClient.invalidateQueries({ queryKey: api.seasonBook.season.key() });
      return toForm(saved);
    },
    shownIn: [],
    onSaved: onClose,
  });
  const caseOf = (id: unknown) => cases.find((each) => each.id === id);
  const texts: Partial<Record<keyof RoundValues, (value: unknown) => string>> = {
    side: (value) => sideLabel(value as Round['side'], caseOf(edit.form.values.caseId)?.type),
    outcome: (value) => OUTCOME_LABELS[value as Outcome],
    caseId: (value) => caseOf(value)?.name ?? 'None',
  };
  return (
    <Modal onClose={onClose} title={`Edit Round ${round.number}`} size="40rem">
      <DialogForm submitLabel="Save" saving={edit.saving} onSubmit={edit.save} onCancel={onClose}>
        {isShared && (
          <p>Two of your teams met in this round. The other team’s round changes too, with the other side.</p>
        )}
        <RoundFields values={edit.form.values} set={edit.form.set} opponentIsOwn={isShared} />
        <FormConflict
          edit={edit}
          labels={ROUND_LABELS}
          text={(value, field) => texts[field]?.(value) ?? `${(value as string | number | null) ?? 'None'}`}
        />
      </DialogForm>
    </Modal>
  );
}

interface DeleteRoundProps extends RoundDialogProps {
  /** How many ballots are the round's own. */
  ballots: number;
  onDeleted?: () => void;
}

export function DeleteRound({ round, ballots, onClose, onDeleted = onClose }: DeleteRoundProps) {
  const { schoolId } = useSchool();
  const remove = useChange({
    send: () => calls.rounds.remove({ schoolId, id: round.id }),
    ...sentences('Round', 'deleted', 'delete'),
    onDone: onDeleted,
  });
  return (
    <DeleteDialog
      what="Round"
      name={`Round ${round.number}`}
      deleting={remove.isPending}
      onDelete={() => remove.send()}
      onCancel={onClose}
    >
      <DeletionImpact>{deletionImpact([[ballots, 'ballot']])}</DeletionImpact>
    </DeleteDialog>
  );
}
