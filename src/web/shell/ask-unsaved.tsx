import { ConfirmDialog } from '#web/components/dialogs/confirm-dialog.tsx';

interface AskUnsavedProps {
  answer: (isDiscarded: boolean) => void;
  onClose: () => void;
}

/** Asks before unsaved changes are lost, for every dialog, form and link. */
export default function AskUnsaved({ answer, onClose }: AskUnsavedProps) {
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirmLabel="Leave without saving"
      cancelLabel="Keep editing"
      onConfirm={() => answer(true)}
      onCancel={onClose}
    >
      <p>You have unsaved changes. They will be lost if you leave.</p>
    </ConfirmDialog>
  );
}
