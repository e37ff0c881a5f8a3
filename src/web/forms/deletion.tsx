import type { ComponentProps } from 'react';
import { DeleteDialog } from '#web/components/dialogs/delete-dialog.tsx';
import { useChange, type Change } from '#web/server/use-change.ts';
import { sentences } from './form-words.ts';

interface DeletionProps<Data, Row> extends Omit<
  ComponentProps<typeof DeleteDialog>,
  'deleting' | 'onDelete' | 'onCancel'
> {
  change: Change<Data, void, Row>;
  onClose: () => void;
}

/** Asks before it deletes a record. A deletion that its list shows at once closes the question at once. */
export function Deletion<Data, Row = never>({ change, onClose, ...dialog }: DeletionProps<Data, Row>) {
  const { send, isPending } = useChange({ ...sentences(dialog.what, 'deleted', 'delete'), ...change });
  const remove = (): void => {
    send();
    if (change.optimistic) onClose();
  };
  return <DeleteDialog {...dialog} deleting={isPending} onDelete={remove} onCancel={onClose} />;
}
