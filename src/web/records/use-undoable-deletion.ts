import type { Restored } from '#contract/deleted.ts';
import { sentences } from '#web/forms/form-words.ts';
import { useChange } from '#web/server/use-change.ts';

/** The toast texts of a restore. Somebody else may have been faster. */
export const restoreTexts = (what: string) => ({
  ...sentences(what, 'restored', 'restore'),
  done: ({ by }: Restored) =>
    by === null ? `${what} restored successfully` : `${by} has already restored this ${what.toLowerCase()}`,
});

/** The toast texts of a deletion, with an Undo that restores the record. */
export function useUndoableDeletion(what: string, restore: () => Promise<Restored>) {
  const { send } = useChange({ send: restore, ...restoreTexts(what) });
  return { ...sentences(what, 'deleted', 'delete'), undo: () => () => send() };
}
