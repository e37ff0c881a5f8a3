// Whether something half-typed is on the screen. Before it goes, with a dialog, to another page or with the whole page, the
// person is asked; and a session that ends elsewhere does not take the page away.
import { useLayoutEffect, useSyncExternalStore } from 'react';

let unsaved = 0;
export const somethingIsUnsaved = (): boolean => unsaved > 0;
const whenSaved = new Set<() => void>();
/** Tells when nothing is half-typed any more. */
export function whenNothingIsUnsaved(listener: () => void): () => void {
  whenSaved.add(listener);
  return () => whenSaved.delete(listener);
}

type Answer = (mayGo: boolean) => void;
let answer: Answer | undefined;
const listeners = new Set<() => void>();

function ask(next: Answer | undefined): void {
  answer = next;
  for (const listener of listeners) listener();
}

/** Whether what is half-typed may go. Where there is nothing, nobody is asked. */
export function mayGo(isUnsaved = somethingIsUnsaved()): Promise<boolean> {
  if (!isUnsaved) return Promise.resolve(true);
  // One question at a time: until it is answered, everything else stays as well.
  if (answer) return Promise.resolve(false);
  return new Promise((resolve) => {
    ask((may) => {
      ask(undefined);
      resolve(may);
    });
  });
}

const whenAsked = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** How to answer the question that is on the screen, when there is one. */
export const useQuestion = (): Answer | undefined => useSyncExternalStore(whenAsked, () => answer);

/** Says that the form on the screen holds something that would be lost. */
export function useUnsaved(dirty: boolean): void {
  useLayoutEffect(() => {
    if (!dirty) return undefined;
    unsaved += 1;
    return () => {
      unsaved -= 1;
      if (unsaved > 0) return;
      // What the question was about is gone by itself.
      answer?.(true);
      for (const listener of whenSaved) listener();
    };
  }, [dirty]);
}
