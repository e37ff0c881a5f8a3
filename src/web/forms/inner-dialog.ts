// A dialog over a dialog tells the lower one, which then leaves the Escape key to it.
import { createContext, use, useEffect } from 'react';

const InnerDialogContext = createContext<(open: boolean) => void>(() => {});
export const InnerDialog = InnerDialogContext.Provider;

export function useInnerDialog(open: boolean): void {
  const tell = use(InnerDialogContext);
  useEffect(() => {
    tell(open);
    return () => tell(false);
  }, [open, tell]);
}
