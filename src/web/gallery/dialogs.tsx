import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '#web/components/dialogs/confirm-dialog.tsx';
import { ConflictDialog } from '#web/components/dialogs/conflict-dialog.tsx';
import { DeleteDialog, DeletionImpact, ImpactUnknown, Warning } from '#web/components/dialogs/delete-dialog.tsx';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { DialogNotLoaded } from '#web/components/feedback/not-loaded.tsx';
import { nothing, Part, SAMPLE_TIME } from './part.tsx';

const UNKNOWN = { isError: true, isFetching: false, refetch: nothing as never };

interface DialogPartProps {
  name: string;
  use: string;
  dialog: (close: () => void) => ReactNode;
}

function DialogPart({ name, use, dialog }: DialogPartProps) {
  const [open, setOpen] = useState(false);
  return (
    <Part name={name} use={use}>
      <div>
        <Button onClick={() => setOpen(true)}>Open</Button>
      </div>
      {open && dialog(() => setOpen(false))}
    </Part>
  );
}

export const Dialogs = () => (
  <>
    <DialogPart
      name="Modal"
      use="For a form or a list over the page."
      dialog={(close) => (
        <Modal title="Edit School (Northfield)" onClose={close}>
          Its content
        </Modal>
      )}
    />
    <DialogPart
      name="ConfirmDialog"
      use="Asks before something that can't be undone."
      dialog={(close) => (
        <ConfirmDialog title="Leave without saving?" confirmLabel="Leave" onConfirm={close} onCancel={close}>
          You have unsaved changes.
        </ConfirmDialog>
      )}
    />
    <DialogPart
      name="DeleteDialog, DeletionImpact, ImpactUnknown, Warning"
      use="Asks before a record is deleted, and says what else is."
      dialog={(close) => (
        <DeleteDialog
          what="School"
          name="Northfield"
          restorable="from “Recently deleted”"
          deleting={false}
          onDelete={close}
          onCancel={close}
        >
          <DeletionImpact>Also deleted: 12 assignments, 3 teams.</DeletionImpact>
          <ImpactUnknown what="what else will be deleted" of={UNKNOWN} />
          <Warning>Ada Abbott is its last Primary Admin.</Warning>
        </DeleteDialog>
      )}
    />
    <DialogPart
      name="ConflictDialog"
      use="Somebody else changed the record behind a form."
      dialog={(close) => (
        <ConflictDialog
          by="Ada Abbott"
          at={SAMPLE_TIME}
          differences={[{ label: 'Name', mine: 'Northfield', theirs: 'Northfield Academy' }]}
          saving={false}
          onKeepMine={close}
          onUseTheirs={close}
          onClose={close}
        />
      )}
    />
    <DialogPart
      name="DialogNotLoaded"
      use="In place of a dialog that couldn't be downloaded."
      dialog={(close) => <DialogNotLoaded reason="Check your connection." onRetry={nothing} onClose={close} />}
    />
  </>
);
