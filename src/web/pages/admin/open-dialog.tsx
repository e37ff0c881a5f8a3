// The dialog of an open record: its views and its history, or the question whether to delete it.
import { useQuery, type QueryKey, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { DeleteDialog, DeletionImpact, Warning } from '#web/components/dialogs/delete-dialog.tsx';
import type { LoadFailure } from '#web/components/feedback/load-failed.tsx';
import { useOpened } from '#web/records/season-address.ts';
import { useUndoableDeletion } from '#web/records/use-undoable-deletion.ts';
import { calls, codeOf, messageOf } from '#web/server/calls.ts';
import { useChange } from '#web/server/use-change.ts';
import { removing } from '#web/server/optimistic.ts';
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
  if (codeOf(error) === 'NOT_FOUND') return { record: null };
  const failure = { reason: messageOf(error), onRetry: () => void refetch() };
  return { record: data === undefined ? (known ?? null) : data, failure };
}

/** What a tab says about the dialog of one of its records. */
export interface RecordDialog<Row, Answer> {
  details: UseQueryOptions<Row | null>;
  views: (record: Row) => readonly View[];
  /** Finds out what else would be deleted. */
  impact: UseQueryOptions<Answer, Error, { alsoDeleted: string; warning?: string | false }>;
  remove: () => Promise<void>;
}

interface OpenDialogProps<Row, Answer> extends RecordDialog<Row, Answer> {
  what: 'School' | 'User' | 'Case';
  id: string;
  /** The record as the list behind the dialog has it. */
  known: Row | undefined;
  /** The key of the answers that list the record. */
  listedIn: QueryKey;
}

export function OpenDialog<Row extends { id: string; name: string }, Answer>(props: OpenDialogProps<Row, Answer>) {
  const { what, id, known, details, views } = props;
  const { address } = useAdminAddress();
  const may = useMay();
  const placeholder = known && { placeholderData: known as never };
  const open = openRecord(useQuery<Row | null>({ ...details, ...placeholder }), known);
  // What somebody types stays when a colleague deletes the record, and Save says why it can't be saved.
  const record = useOpened(open.record ?? undefined, id) ?? open.record;
  if (address.view === 'delete' && may('delete', what.toLowerCase() as Lowercase<typeof what>))
    return <Deletion {...props} open={open} />;
  const history: View = { view: 'history', label: 'History', content: <History recordId={id} /> };
  return (
    <RecordModal
      title={record ? `Edit ${what} (${record.name})` : `Edit ${what}`}
      open={{ ...open, record }}
      views={record ? [...views(record), history] : []}
    />
  );
}

/** Asks before the record is deleted, once it is known what else would be deleted. */
function Deletion<Row extends { name: string }, Answer>(
  props: OpenDialogProps<Row, Answer> & { open: OpenRecord<Row> },
) {
  const { what, id, open, listedIn } = props;
  const { close } = useAdminAddress();
  const impact = useQuery(props.impact);
  const remove = useChange({
    send: props.remove,
    ...useUndoableDeletion(what, () => calls.deletedRecords.restore({ id })),
    optimistic: { shownIn: [listedIn], edit: removing(id) },
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
      {impact.data && <DeletionImpact>{impact.data.alsoDeleted}</DeletionImpact>}
      {impact.data?.warning && <Warning>{impact.data.warning}</Warning>}
    </DeleteDialog>
  );
}
