import { useWindowEvent } from '@mantine/hooks';

/** Ctrl+Z undoes and Ctrl+Shift+Z or Ctrl+Y redoes edits of the whole page, in its fields, too: all of them are one history. */
export function useUndoKeys(undo: () => unknown, redo: () => unknown): void {
  useWindowEvent('keydown', (event) => {
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
    const key = event.key.toLowerCase();
    if (!isCommand || (key !== 'z' && key !== 'y')) return;
    if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) redo();
    else undo();
  });
}
