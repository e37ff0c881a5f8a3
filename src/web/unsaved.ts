// Whether something half-typed is on the screen: then leaving the page asks first, and a session that ends elsewhere does
// not take the page away.
import { useEffect } from 'react';

let unsaved = 0;
export const somethingIsUnsaved = (): boolean => unsaved > 0;

const askBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Says that the form on the screen holds something that would be lost. */
export function useUnsaved(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return undefined;
    unsaved += 1;
    addEventListener('beforeunload', askBeforeLeaving);
    return () => {
      unsaved -= 1;
      removeEventListener('beforeunload', askBeforeLeaving);
    };
  }, [dirty]);
}
