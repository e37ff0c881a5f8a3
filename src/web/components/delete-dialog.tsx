import { Button } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { Modal } from './modal.tsx';
import { RowButton } from './row-button.tsx';
import classes from './dialog.module.css';

interface DeleteDialogProps {
  /** The kind of record, as in "Delete School (name)". */
  what: string;
  name: string;
  /** What goes with it: "12 assignments, 3 teams"; a warning. */
  children?: ReactNode;
  /** The question to the server what goes with it. Until that is known, nothing can be deleted. */
  along?: { isSuccess: boolean; isError: boolean; isFetching: boolean; refetch: () => unknown } | undefined;
  deleting: boolean;
  onDelete: () => void;
  onCancel: () => void;
}

/** Asks before something is gone for good. */
export function DeleteDialog({ what, name, children, along, deleting, onDelete, onCancel }: DeleteDialogProps) {
  const rowIsGoing = useRef(false);
  const isKnown = along === undefined || (along.isSuccess && !along.isFetching);
  return (
    <Modal opened onClose={onCancel} openerIsGoing={rowIsGoing} title={`Delete ${what} (${name})`}>
      <p className={classes.text}>
        Woah, hold up! Are you sure you want to delete <strong>{name}</strong>?
      </p>
      <p className={classes.text}>
        This action cannot be reversed and will permanently remove all information associated with the{' '}
        {what.toLowerCase()}.
      </p>
      {isKnown ? (
        children
      ) : along.isError && !along.isFetching ? (
        <Warning>
          What goes with it could not be found out. <RowButton onClick={along.refetch}>Try again</RowButton>
        </Warning>
      ) : (
        <GoesWith>Looking up what goes with it …</GoesWith>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel} data-autofocus>
          Cancel
        </Button>
        <Button
          color="red"
          loading={deleting}
          disabled={!isKnown}
          onClick={() => {
            rowIsGoing.current = true;
            onDelete();
          }}
        >
          Delete
        </Button>
      </div>
    </Modal>
  );
}

/** "This also deletes ...", with room kept in advance. */
export function GoesWith({ children }: { children: string }) {
  return <p className={classes.goesWith}>{children}</p>;
}

export function Warning({ children }: { children: ReactNode }) {
  return (
    <p className={classes.warning} role="alert">
      {children}
    </p>
  );
}
