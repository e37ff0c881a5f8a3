// Asks before an open record is deleted, once it is known what goes with it.
import { useMutation, type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useAdminAddress } from './address.ts';
import { DeleteDialog } from '#web/components/delete-dialog.tsx';
import { sentences } from '#web/forms/form-words.ts';
import { applyOptimistically } from '#web/server/optimistic.ts';
import { openRecord } from './open-record.ts';
import { RecordModal } from './record-modal.tsx';

interface DeleteRecordProps<Along> {
  what: 'School' | 'User' | 'Case';
  id: string;
  details: UseQueryResult<{ name: string } | null>;
  /** The record as the list knows it. */
  known: { name: string } | undefined;
  along: UseQueryResult<Along>;
  goesWith: (along: Along) => ReactNode;
  remove: () => Promise<void>;
  /** The answers that list the record. */
  shownIn: QueryKey;
}

export function DeleteRecord<Along>({ what, id, details, known, along, goesWith, ...props }: DeleteRecordProps<Along>) {
  const { close } = useAdminAddress();
  const remove = useMutation({
    mutationFn: props.remove,
    meta: sentences(what, 'deleted', 'delete'),
    onMutate: () => applyOptimistically<{ id: string }>([props.shownIn], (row) => (row.id === id ? null : row)),
    onSuccess: close,
    onError: (_error, _variables, rollback) => rollback?.(),
  });
  const { record, retry } = openRecord(details, known);
  const [name, setName] = useState('');
  if (record && record.name !== name) setName(record.name);
  // What is being deleted here is gone before its dialog is.
  if (!record && !remove.isPending && !remove.isSuccess) {
    return <RecordModal title={`Delete ${what}`} record={record} retry={retry} views={[]} />;
  }
  return (
    <DeleteDialog
      what={what}
      name={name}
      along={along}
      deleting={remove.isPending}
      onDelete={() => remove.isPending || remove.mutate()}
      onCancel={close}
    >
      {along.data && goesWith(along.data)}
    </DeleteDialog>
  );
}
