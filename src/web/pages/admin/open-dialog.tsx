// The dialog of an open record: the question whether to delete it, or its views.
import type { ReactNode } from 'react';
import { useMay } from '#web/state/use-may.ts';
import { useAdminAddress } from './address.ts';
import type { OpenRecord } from './open-record.ts';
import { RecordModal, type View } from './record-modal.tsx';

interface OpenDialogProps<Row extends { name: string }> {
  what: 'School' | 'User' | 'Case';
  open: OpenRecord<Row>;
  views: (record: Row, close: () => void) => readonly View[];
  deletion: ReactNode;
}

export function OpenDialog<Row extends { name: string }>({ what, open, views, deletion }: OpenDialogProps<Row>) {
  const { address, close } = useAdminAddress();
  const may = useMay();
  const subject = what.toLowerCase() as Lowercase<typeof what>;
  if (address.view === 'delete' && may('delete', subject)) return deletion;
  const { record } = open;
  return (
    <RecordModal
      title={record ? `Edit ${what} (${record.name})` : `Edit ${what}`}
      open={open}
      views={record ? views(record, close) : []}
    />
  );
}
