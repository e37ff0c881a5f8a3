import { useMutation } from '@tanstack/react-query';
import { DeleteDialog, DeletionImpact } from '#web/components/delete-dialog.tsx';
import { sentences } from '#web/forms/form-words.ts';
import { calls } from '#web/server/calls.ts';
import { applyOptimistically } from '#web/server/optimistic.ts';
import { rosterKey, type Entry, type RosterName } from './roster-entry.ts';

interface DeleteEntryProps {
  roster: RosterName;
  schoolId: string;
  what: string;
  entry: Entry;
  onClose: () => void;
}

export function DeleteEntry({ roster, schoolId, what, entry, onClose }: DeleteEntryProps) {
  const remove = useMutation({
    mutationFn: () => calls[roster].remove({ schoolId, id: entry.id }),
    meta: sentences(what, 'deleted', 'delete'),
    onMutate: () =>
      applyOptimistically<Entry>([rosterKey(roster, schoolId)], (row) => (row.id === entry.id ? null : row)),
    onError: (_error, _variables, rollback) => rollback?.(),
  });
  return (
    <DeleteDialog
      what={what}
      name={entry.name}
      deleting={remove.isPending}
      onDelete={() => {
        if (remove.isPending) return;
        remove.mutate();
        onClose();
      }}
      onCancel={onClose}
    >
      {roster === 'teams' && <DeletionImpact>Its students stay on the roster without a team.</DeletionImpact>}
    </DeleteDialog>
  );
}
