// A dialog over another dialog tells the lower one, which then leaves the Escape key to it.
import { createContext, use, useEffect, useLayoutEffect } from 'react';

/** Called with 1 when a dialog opens and -1 when it closes, because several can be open. */
const InnerDialogContext = createContext<(more: 1 | -1) => void>(() => {});
export const InnerDialog = InnerDialogContext.Provider;

export function useInnerDialog(open: boolean): void {
  const tell = use(InnerDialogContext);
  // Opening counts before the next key, however busy the page is. Closing counts later, because the lower dialog sees the
  // Escape that closed the upper one, too.
  useLayoutEffect(() => {
    if (open) tell(1);
  }, [open, tell]);
  useEffect(() => (open ? () => tell(-1) : undefined), [open, tell]);
}
