import type { ComponentProps } from 'react';
import type { Restored } from '#contract/deleted.ts';
import { DeleteDialog } from '#web/components/dialogs/delete-dialog.tsx';
import { useChange, type Change } from '#web/server/use-change.ts';
import { restoreTexts, sentences } from './form-words.ts';

interface DeletionProps<Data, Row> extends Omit<
  ComponentProps<typeof DeleteDialog>,
  'deleting' | 'onDelete' | 'onCancel'
> {
  change: Change<Data, void, Row>;
  /** Undoes it, from its toast. */
  restore?: () => Promise<Restored>;
  onClose: () => void;
}

/** Asks before it deletes a record. A deletion that its list shows at once closes the question at once. */
export function Deletion<Data, Row = never>({ change, restore, onClose, ...dialog }: DeletionProps<Data, Row>) {
  const { what } = dialog;
  const restoring = useChange({ send: async () => restore!(), ...restoreTexts(what) });
  const undo = restore && { undo: () => () => restoring.send() };
  const { send, isPending } = useChange({ ...sentences(what, 'deleted', 'delete'), ...undo, ...change });
  const remove = (): void => {
    send();
    if (change.optimistic) onClose();
  };
  return <DeleteDialog {...dialog} deleting={isPending} onDelete={remove} onCancel={onClose} />;
}
