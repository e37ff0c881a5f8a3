import { DeleteDialog, DeletionImpact } from '#web/components/dialogs/delete-dialog.tsx';
import { useUndoableDeletion } from '#web/records/use-undoable-deletion.ts';
import { calls } from '#web/server/calls.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';
import { rosterKey, type Entry, type RosterName } from './roster-entry.ts';

interface DeleteEntryProps {
  roster: RosterName;
  what: string;
  entry: Entry;
  onClose: () => void;
}

export function DeleteEntry({ roster, what, entry, onClose }: DeleteEntryProps) {
  const { schoolId } = useSchool();
  const remove = useChange({
    send: () => calls[roster].remove({ schoolId, id: entry.id }),
    ...useUndoableDeletion(what, () => calls.deletedEntries.restore({ schoolId, id: entry.id })),
    optimistic: {
      shownIn: [rosterKey(roster, schoolId)],
      edit: () => (row: Entry) => (row.id === entry.id ? null : row),
    },
  });
  return (
    <DeleteDialog
      what={what}
      name={entry.name}
      restorable="on the School page"
      deleting={remove.isPending}
      onDelete={() => {
        remove.send();
        onClose();
      }}
      onCancel={onClose}
    >
      {roster === 'teams' && <DeletionImpact>Its students stay on the roster without a team.</DeletionImpact>}
      {roster === 'students' && (
        <DeletionImpact>Their name is kept until then. Anonymize on the School page removes it at once.</DeletionImpact>
      )}
    </DeleteDialog>
  );
}
