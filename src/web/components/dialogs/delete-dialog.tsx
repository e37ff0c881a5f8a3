import { Alert, Button, Group } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { hasAnswered } from '#web/components/feedback/has-answered.ts';
import { Modal } from './modal.tsx';
import { RowButton } from '#web/components/table/row-button.tsx';
import classes from './dialog.module.css';

interface DeleteDialogProps {
  /** The kind of record, as in "Delete School (name)". */
  what: string;
  name: string;
  /** The deletion's toast offers to undo it. */
  undoable?: boolean;
  /** Where it can be restored for 30 days: "on the School page". */
  restorable?: string;
  /** What else is deleted, or a warning. */
  children?: ReactNode;
  /** The query that finds out what else is deleted. Until it has answered once, nothing can be deleted. */
  impact?: Pick<UseQueryResult, 'isSuccess' | 'isError' | 'isFetching' | 'isFetchedAfterMount' | 'refetch'> | undefined;
  deleting: boolean;
  onDelete: () => void;
  onCancel: () => void;
}

export function DeleteDialog({
  what,
  name,
  undoable = false,
  restorable,
  children,
  impact,
  ...rest
}: DeleteDialogProps) {
  const { deleting, ...on } = rest;
  const rowIsGoing = useRef(false);
  const question = (
    <>
      <p className={classes.text}>
        Woah, hold up! Are you sure you want to delete <strong>{name}</strong>?
      </p>
      <p className={classes.text}>
        This action cannot be reversed and will permanently remove all information associated with the{' '}
        {what.toLowerCase()}.
      </p>
    </>
  );
  const isKnown = impact === undefined || hasAnswered(impact);
  return (
    <Modal onClose={on.onCancel} openerIsGoing={rowIsGoing} title={`Delete ${what} (${name})`} question={question}>
      {(undoable || restorable !== undefined) && (
        <p className={classes.text}>
          {undoable
            ? 'It becomes final after a few seconds: until then, you can undo it.'
            : `It becomes final after 30 days: until then, you can restore the ${what.toLowerCase()} ${restorable}.`}
        </p>
      )}
      {isKnown ? (
        children
      ) : impact.isError && !impact.isFetching ? (
        <Warning>
          Couldn’t check what else will be deleted.{' '}
          <RowButton onClick={() => void impact.refetch()}>Try again</RowButton>
        </Warning>
      ) : (
        <DeletionImpact>Checking what else will be deleted …</DeletionImpact>
      )}
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={on.onCancel} data-autofocus>
          Cancel
        </Button>
        <Button
          color="red"
          loading={deleting}
          disabled={!isKnown}
          onClick={() => {
            rowIsGoing.current = true;
            on.onDelete();
          }}
        >
          Delete
        </Button>
      </Group>
    </Modal>
  );
}

/** "Also deleted: ...", on a line that is reserved before the answer arrives. */
export function DeletionImpact({ children }: { children: string }) {
  return <p className={classes.impact}>{children}</p>;
}

export const Warning = ({ children }: { children: ReactNode }) => (
  <Alert color="yellow" mb="sm">
    {children}
  </Alert>
);
