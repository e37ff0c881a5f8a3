import type { Assignment } from '#contract/assignments.ts';
import { ConfirmDialog } from '#web/components/dialogs/confirm-dialog.tsx';
import { Warning } from '#web/components/dialogs/delete-dialog.tsx';
import { Deletion } from '#web/forms/deletion.tsx';
import { sentences } from '#web/forms/form-words.ts';
import { calls } from '#web/server/calls.ts';
import { useChange } from '#web/server/use-change.ts';
import { listKeys, useRoleCounts } from './assignment-changes.ts';

const LAST_PRIMARY =
  'This is the school’s last Primary Admin. Without one, nobody at the school can confirm requests or decide what it keeps.';

interface DeleteAssignmentProps {
  assignment: Assignment;
  /** "Priya Shah’s role at Alder Creek" */
  name: string;
  onClose: () => void;
}

export function DeleteAssignment({ assignment, name, onClose }: DeleteAssignmentProps) {
  const { userId, schoolId, role } = assignment;
  const ends = { userId, schoolId };
  const isPrimary = role === 'primary';
  const counts = useRoleCounts(schoolId, isPrimary);
  const assign = useChange({ send: calls.assignments.assign, ...sentences('User', 'assigned', 'assign') });
  return (
    <Deletion
      what="Assignment"
      name={name}
      undoable
      impact={isPrimary ? counts : undefined}
      change={{
        send: () => calls.assignments.remove(ends),
        undo:
          ({ studentId }) =>
          () =>
            assign.send({ ...ends, role, studentId }),
        optimistic: {
          shownIn: listKeys(),
          edit: (row: Assignment) => (row.userId === userId && row.schoolId === schoolId ? null : row),
        },
      }}
      onClose={onClose}
    >
      {isPrimary && counts.data?.primary === 1 && <Warning>{LAST_PRIMARY}</Warning>}
    </Deletion>
  );
}

export function LastPrimaryDialog({ onChange, onCancel }: { onChange: () => void; onCancel: () => void }) {
  return (
    <ConfirmDialog
      title="Last Primary Admin"
      confirmLabel="Change role"
      isDangerous={false}
      onConfirm={onChange}
      onCancel={onCancel}
    >
      <Warning>{LAST_PRIMARY}</Warning>
    </ConfirmDialog>
  );
}
