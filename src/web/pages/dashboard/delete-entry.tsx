import { useMutation } from '@tanstack/react-query';
import { DeleteDialog, DeletionImpact } from '#web/components/delete-dialog.tsx';
import { useUndoableDeletion } from '#web/records/use-undoable-deletion.ts';
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
  const meta = useUndoableDeletion(what, () => calls.deletedEntries.restore({ schoolId, id: entry.id }));
  const remove = useMutation({
    mutationFn: () => calls[roster].remove({ schoolId, id: entry.id }),
    meta,
    onMutate: () =>
      applyOptimistically<Entry>([rosterKey(roster, schoolId)], (row) => (row.id === entry.id ? null : row)),
    onError: (_error, _variables, rollback) => rollback?.(),
  });
  return (
    <DeleteDialog
      what={what}
      name={entry.name}
      restorable="on the School page"
      deleting={remove.isPending}
      onDelete={() => {
        if (remove.isPending) return;
        remove.mutate();
        onClose();
      }}
      onCancel={onClose}
    >
      {roster === 'teams' && <DeletionImpact>Its students stay on the roster without a team.</DeletionImpact>}
      {roster === 'students' && (
        <DeletionImpact>
          Their name stays stored until then. Anonymize on the School page removes it at once.
        </DeletionImpact>
      )}
    </DeleteDialog>
  );
}
