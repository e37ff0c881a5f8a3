import type { Assignment } from '#contract/assignments.ts';
import { ConfirmDialog } from '#web/components/dialogs/confirm-dialog.tsx';
import { DeleteDialog, Warning } from '#web/components/dialogs/delete-dialog.tsx';
import { useRemoveAssignment, useRoleCounts } from './assignment-changes.ts';

const LAST_PRIMARY =
  'This is the school’s last Primary Admin. Without one, nobody at the school can confirm requests or decide what it keeps.';

interface DeleteAssignmentProps {
  assignment: Assignment;
  /** "Priya Shah’s role at Alder Creek" */
  name: string;
  onClose: () => void;
}

export function DeleteAssignment({ assignment, name, onClose }: DeleteAssignmentProps) {
  const isPrimary = assignment.role === 'primary';
  const counts = useRoleCounts(assignment.schoolId, isPrimary);
  const remove = useRemoveAssignment();
  return (
    <DeleteDialog
      what="Assignment"
      name={name}
      undoable
      impact={isPrimary ? counts : undefined}
      deleting={remove.isPending}
      onDelete={() => {
        remove.send(assignment);
        onClose();
      }}
      onCancel={onClose}
    >
      {isPrimary && counts.data?.primary === 1 && <Warning>{LAST_PRIMARY}</Warning>}
    </DeleteDialog>
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
