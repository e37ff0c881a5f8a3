// Whether the screen holds unsaved changes. Closing a dialog, following a link or leaving the page asks before they are
// lost, and a session that ends elsewhere leaves the page open.
import { useLayoutEffect } from 'react';
import { createStore, useStore, type Unsubscribe } from './store.ts';

/** How many forms hold unsaved changes. */
const unsavedForms = createStore(0);
export const hasUnsavedChanges = (): boolean => unsavedForms.get() > 0;
/** The same for a component, which follows it. */
export const useHasUnsavedChanges = (): boolean => useStore(unsavedForms) > 0;
export const onUnsavedChange = (listener: () => void): Unsubscribe => unsavedForms.subscribe(listener);

type Answer = (isDiscarded: boolean) => void;
/** The open question, as the function that answers it. */
const question = createStore<Answer | undefined>(undefined);
export const useDiscardQuestion = (): Answer | undefined => useStore(question);

/** Asks whether unsaved changes may be discarded. Resolves to true at once when there are none. */
export function confirmDiscard(isUnsaved = hasUnsavedChanges()): Promise<boolean> {
  if (!isUnsaved) return Promise.resolve(true);
  // One question at a time. A second attempt to leave counts as "keep editing".
  if (question.get()) return Promise.resolve(false);
  return new Promise((resolve) => {
    question.set((isDiscarded) => {
      question.set(undefined);
      resolve(isDiscarded);
    });
  });
}

/** Does what would lose unsaved changes: at once when there are none, or if the person agrees. */
export const ifDiscarded = (act: () => void, isUnsaved?: boolean): void =>
  void confirmDiscard(isUnsaved).then((isDiscarded) => isDiscarded && act());

/** Marks the calling form as holding changes that would be lost. */
export function useUnsaved(dirty: boolean): void {
  useLayoutEffect(() => {
    if (!dirty) return undefined;
    unsavedForms.set(unsavedForms.get() + 1);
    return () => {
      unsavedForms.set(unsavedForms.get() - 1);
      // Nothing is left to lose, so the open question is settled.
      if (!hasUnsavedChanges()) question.get()?.(true);
    };
  }, [dirty]);
}
