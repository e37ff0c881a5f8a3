// A dialog that changes the selected rows: its form, then the progress, then the outcome of each row.
import type { ReactNode } from 'react';
import { counted } from '#web/format.ts';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { BulkResult, Progress } from './bulk-result.tsx';
import type { useChanges } from './use-changes.ts';

interface SelectionDialogProps {
  title: string;
  submitLabel: string;
  /** "student" */
  one: string;
  changes: ReturnType<typeof useChanges>;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

export function SelectionDialog({ title, submitLabel, one, changes, ...props }: SelectionDialogProps) {
  const { onSubmit, onClose, children } = props;
  const { result, isPending, isChanging } = changes;
  return (
    <Modal onClose={() => isPending || onClose()} title={title}>
      {result && !isChanging ? (
        <BulkResult count={(many) => counted(many, one)} changes={changes} onClose={onClose} />
      ) : (
        <DialogForm submitLabel={submitLabel} saving={isPending} onSubmit={onSubmit} onCancel={onClose}>
          {children}
          {isPending && <Progress label={title} done={changes.done} of={changes.of} />}
        </DialogForm>
      )}
    </Modal>
  );
}
