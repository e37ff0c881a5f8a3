// The dialog of an open record: its views and its history, or the question whether to delete it.
import { ORPCError } from '@orpc/client';
import { useQuery, type QueryKey, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { DeleteDialog } from '#web/components/dialogs/delete-dialog.tsx';
import type { LoadFailure } from '#web/components/feedback/load-failed.tsx';
import { useUndoableDeletion } from '#web/records/use-undoable-deletion.ts';
import { calls, messageOf } from '#web/server/calls.ts';
import { useChange } from '#web/server/use-change.ts';
import { useMay } from '#web/state/use-may.ts';
import { useAdminAddress } from './address.ts';
import { History } from './history.tsx';
import { RecordModal, type View } from './record-modal.tsx';

export interface OpenRecord<Row> {
  /** `undefined` while it loads, null when there is none to show. */
  record: Row | null | undefined;
  /** Why it could not be loaded. Without a failure, a missing record does not exist. */
  failure?: LoadFailure;
}

/** From the record's own call. While that fails, it comes from the list behind the dialog, so that a form keeps what was typed. */
export function openRecord<Row>(details: UseQueryResult<Row | null>, known: Row | undefined): OpenRecord<Row> {
  const { data, error, refetch } = details;
  if (error === null) return { record: data };
  if (error instanceof ORPCError && error.code === 'NOT_FOUND') return { record: null };
  const failure = { reason: messageOf(error), onRetry: () => void refetch() };
  return { record: data === undefined ? (known ?? null) : data, failure };
}

interface DeletionProps<Impact> {
  what: 'School' | 'User' | 'Case';
  id: string;
  /** Finds out what else would be deleted. */
  impact: UseQueryOptions<Impact>;
  impactText: (impact: Impact) => ReactNode;
  remove: () => Promise<void>;
  /** The key of the answers that list the record. */
  listedIn: QueryKey;
}

interface OpenDialogProps<Row extends { name: string }, Impact> extends DeletionProps<Impact> {
  details: UseQueryOptions<Row | null>;
  /** The record as the list behind the dialog has it. */
  known: Row | undefined;
  views: (record: Row, close: () => void) => readonly View[];
}

export function OpenDialog<Row extends { name: string }, Impact>(props: OpenDialogProps<Row, Impact>) {
  const { details, known, views, ...deletion } = props;
  const { what, id } = deletion;
  const { address, close } = useAdminAddress();
  const may = useMay();
  const placeholder = known && { placeholderData: known as never };
  const open = openRecord(useQuery<Row | null>({ ...details, ...placeholder }), known);
  const { record } = open;
  if (address.view === 'delete' && may('delete', what.toLowerCase() as Lowercase<typeof what>))
    return <Deletion {...deletion} open={open} />;
  const history: View = { view: 'history', label: 'History', content: <History recordId={id} /> };
  return (
    <RecordModal
      title={record ? `Edit ${what} (${record.name})` : `Edit ${what}`}
      open={open}
      views={record ? [...views(record, close), history] : []}
    />
  );
}

/** Asks before the record is deleted, once it is known what else would be deleted. */
function Deletion<Impact>(props: DeletionProps<Impact> & { open: OpenRecord<{ name: string }> }) {
  const { what, id, impact: asked, impactText, open, listedIn } = props;
  const { close } = useAdminAddress();
  const impact = useQuery(asked);
  const remove = useChange({
    send: props.remove,
    ...useUndoableDeletion(what, () => calls.deletedRecords.restore({ id })),
    optimistic: { shownIn: [listedIn], edit: () => (row: { id: string }) => (row.id === id ? null : row) },
    onDone: close,
  });
  const { record } = open;
  const [name, setName] = useState('');
  if (record && record.name !== name) setName(record.name);
  // While the record is being deleted, it disappears before its dialog does.
  if (!record && !remove.isPending && !remove.isSuccess) {
    return <RecordModal title={`Delete ${what}`} open={open} views={[]} />;
  }
  return (
    <DeleteDialog
      what={what}
      name={name}
      impact={impact}
      restorable="under “Recently deleted” beside the history"
      deleting={remove.isPending}
      onDelete={() => remove.send()}
      onCancel={close}
    >
      {impact.data && impactText(impact.data)}
    </DeleteDialog>
  );
}
