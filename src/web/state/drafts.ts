// What a person is entering, kept in this browser until it is saved, so that it survives a reload, a lost connection and a closed tab.
import { useEffect } from 'react';
import { forget, parsed, remember, remembered, type RememberedKey } from './remembered.ts';
import { currentSession } from './session.ts';
import { useUnsaved } from './unsaved.ts';

export const draftsFrom = (stored: string | null) => Object(parsed(stored)) as Record<string, unknown>;

/** Applies a change to the draft stored under a name; undefined removes it. Returns the previous draft. */
export function exchangeDraft(
  key: RememberedKey & `${string}Drafts`,
  name: string,
  next: (stored: unknown) => unknown,
): unknown {
  const { [name]: before, ...others } = draftsFrom(remembered(key));
  const stored = next(before);
  if (stored === before) return before;
  const drafts = stored === undefined ? others : { ...others, [name]: stored };
  if (Object.keys(drafts).length === 0) forget(key);
  else remember(key, JSON.stringify(drafts));
  return before;
}

/** What a form held when the page was closed. */
export function formDraft<Draft extends object>(name: string | undefined): Partial<Draft> | undefined {
  const stored = name === undefined ? undefined : draftsFrom(remembered('formDrafts'))[name];
  return typeof stored === 'object' && stored !== null ? stored : undefined;
}

export const forgetFormDraft = (name: string): void => void exchangeDraft('formDrafts', name, () => undefined);

/** Marks the calling form as holding changes, and keeps them under its name if it has one. Undefined: it holds none. */
export function useUnsavedDraft(name: string | undefined, draft: object | undefined): void {
  useUnsaved(draft !== undefined);
  const text = draft && JSON.stringify(draft);
  useEffect(() => {
    if (name === undefined) return undefined;
    const keep = (next: unknown) => void exchangeDraft('formDrafts', name, () => next);
    keep(text === undefined ? undefined : parsed(text));
    if (text === undefined) return undefined;
    // Another tab with the same form may have discarded or replaced it, and somebody else may have signed in there.
    const keepMine = () => void (remembered('person') === currentSession().me?.id && keep(parsed(text)));
    addEventListener('pagehide', keepMine);
    // Whoever leaves the form was asked before. A reload and a closed tab end here without leaving it.
    return () => {
      removeEventListener('pagehide', keepMine);
      keep(undefined);
    };
  }, [name, text]);
}
