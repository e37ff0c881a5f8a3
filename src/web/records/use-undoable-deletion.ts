import { useMutation } from '@tanstack/react-query';
import { sentences } from '#web/forms/form-words.ts';

/** The toast texts of a deletion, with an Undo that restores the record. */
export function useUndoableDeletion(what: string, restore: () => Promise<void>) {
  const { mutate } = useMutation({ mutationFn: restore, meta: sentences(what, 'restored', 'restore') });
  return { ...sentences(what, 'deleted', 'delete'), undo: () => () => mutate() };
}
