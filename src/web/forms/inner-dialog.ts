// A dialog over another dialog tells the lower one, which then leaves the Escape key to it.
import { createContext, use, useEffect } from 'react';

/** Called with 1 when a dialog opens and -1 when it closes, because several can be open. */
const InnerDialogContext = createContext<(more: 1 | -1) => void>(() => {});
export const InnerDialog = InnerDialogContext.Provider;

export function useInnerDialog(open: boolean): void {
  const tell = use(InnerDialogContext);
  useEffect(() => {
    if (!open) return undefined;
    tell(1);
    return () => tell(-1);
  }, [open, tell]);
}
