import { Alert, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { hasAnswered } from '#web/components/feedback/has-answered.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { RowButton } from '#web/components/table/row-button.tsx';

type Impact = Pick<UseQueryResult, 'isSuccess' | 'isError' | 'isFetching' | 'isFetchedAfterMount' | 'refetch'>;

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
  impact?: Impact | undefined;
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
  const { deleting, onDelete, onCancel } = rest;
  const isKnown = impact === undefined || hasAnswered(impact);
  return (
    <ConfirmDialog
      title={`Delete ${what} (${name})`}
      confirmLabel="Delete"
      removesRow
      pending={deleting}
      disabled={!isKnown}
      onConfirm={onDelete}
      onCancel={onCancel}
      more={
        <>
          {(undoable || restorable !== undefined) && (
            <p>
              {undoable
                ? 'It becomes final after a few seconds: until then, you can undo it.'
                : `It becomes final after 30 days: until then, you can restore the ${what.toLowerCase()} ${restorable}.`}
            </p>
          )}
          {isKnown ? children : <ImpactUnknown what="what else will be deleted" of={impact} />}
        </>
      }
    >
      <p>
        Woah, hold up! Are you sure you want to delete <strong>{name}</strong>?
      </p>
      <p>
        This action cannot be reversed and will permanently remove all information associated with the{' '}
        {what.toLowerCase()}.
      </p>
    </ConfirmDialog>
  );
}

interface ImpactUnknownProps {
  what: string;
  of: Pick<Impact, 'isError' | 'isFetching' | 'refetch'>;
}

/** In place of the impact of a deletion until it is known. */
export const ImpactUnknown = ({ what, of: { isError, isFetching, refetch } }: ImpactUnknownProps) =>
  isError && !isFetching ? (
    <Warning>
      Couldn’t check {what}. <RowButton onClick={() => void refetch()}>Try again</RowButton>
    </Warning>
  ) : (
    <DeletionImpact>{`Checking ${what} …`}</DeletionImpact>
  );

/** "Also deleted: ...", on a line that is reserved before the answer arrives. */
export function DeletionImpact({ children }: { children: string }) {
  return (
    <Text mih="1.5em" mb="sm" fw={600}>
      {children}
    </Text>
  );
}

export const Warning = ({ children }: { children: ReactNode }) => (
  <Alert color="yellow" mb="sm">
    {children}
  </Alert>
);
