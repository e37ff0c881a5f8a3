// Asks before an open record is deleted, once it is known what else would be deleted.
import type { QueryKey, UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { DeleteDialog } from '#web/components/dialogs/delete-dialog.tsx';
import { useUndoableDeletion } from '#web/records/use-undoable-deletion.ts';
import { calls } from '#web/server/calls.ts';
import { useChange } from '#web/server/use-change.ts';
import { useAdminAddress } from './address.ts';
import type { OpenRecord } from './open-record.ts';
import { RecordModal } from './record-modal.tsx';

interface DeleteRecordProps<Impact> {
  what: 'School' | 'User' | 'Case';
  id: string;
  open: OpenRecord<{ name: string }>;
  impact: UseQueryResult<Impact>;
  impactText: (impact: Impact) => ReactNode;
  remove: () => Promise<void>;
  /** The key of the answers that list the record. */
  shownIn: QueryKey;
}

export function DeleteRecord<Impact>({ what, id, open, impact, impactText, ...props }: DeleteRecordProps<Impact>) {
  const { close } = useAdminAddress();
  const remove = useChange({
    send: props.remove,
    ...useUndoableDeletion(what, () => calls.deletedRecords.restore({ id })),
    optimistic: { shownIn: [props.shownIn], edit: () => (row: { id: string }) => (row.id === id ? null : row) },
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
