import { DeletionImpact } from '#web/components/dialogs/delete-dialog.tsx';
import { Deletion } from '#web/forms/deletion.tsx';
import { useUndoableDeletion } from '#web/records/use-undoable-deletion.ts';
import { calls } from '#web/server/calls.ts';
import { removing } from '#web/server/optimistic.ts';
import { useSchool } from '#web/state/school.ts';
import { fullName } from './entry-name.tsx';
import { rosterKey, type Entry, type RosterName } from './roster-entry.ts';

interface DeleteEntryProps {
  roster: RosterName;
  what: string;
  entry: Entry;
  onClose: () => void;
}

export function DeleteEntry({ roster, what, entry, onClose }: DeleteEntryProps) {
  const { schoolId } = useSchool();
  const { id } = entry;
  const undoable = useUndoableDeletion(what, () => calls.deletedEntries.restore({ schoolId, id }));
  return (
    <Deletion
      what={what}
      name={fullName(entry)}
      restorable="on the School page"
      change={{
        send: () => calls[roster].remove({ schoolId, id }),
        ...undoable,
        optimistic: { shownIn: [rosterKey(roster, schoolId)], edit: removing(id) },
      }}
      onClose={onClose}
    >
      {roster === 'teams' && <DeletionImpact>Its students stay on the roster without a team.</DeletionImpact>}
      {roster === 'students' && (
        <DeletionImpact>Their name is kept until then. Anonymize on the School page removes it at once.</DeletionImpact>
      )}
    </Deletion>
  );
}
