/** Every local-storage key of the product. A browser that refuses storage still works: values then live in memory. */
import { useSyncExternalStore } from 'react';
import { createStore, type Unsubscribe } from './store.ts';

export const rememberedKeys = [
  'school',
  'nav-collapsed',
  'nav-width',
  'cookieConsent',
  'ballotExtractedData',
  'ballotForm',
  'ballotDrafts',
  'sheetDrafts',
  // Line-ups, and scores of a try-out.
  'formDrafts',
  'ballotPhotos',
  // The scores of ballots that the person could check a second time.
  'unchecked-scores',
  'mantine-color-scheme-value',
  'person',
  'sign-out-pending',
  'no-single-keys',
  'read-on-device',
  // The columns that the person hid from each list of the admin area.
  'columns-schools',
  'columns-users',
  'columns-cases',
] as const;

export type RememberedKey = (typeof rememberedKeys)[number];

/** Values that could not be stored because storage is full or forbidden. */
const inMemory = new Map<RememberedKey, string>();
const version = createStore(0);
const announceChange = (): void => version.set(version.get() + 1);

export function remembered(key: RememberedKey): string | null {
  // Memory comes first: a full storage still holds the older value.
  const unstored = inMemory.get(key);
  if (unstored !== undefined) return unstored;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** What a remembered text says as JSON. Null if something else was written, or only a part of it. */
export function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

export function remember(key: RememberedKey, value: string): void {
  try {
    localStorage.setItem(key, value);
    inMemory.delete(key);
  } catch {
    inMemory.set(key, value);
  }
  announceChange();
}

export function forget(key: RememberedKey): void {
  inMemory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // A browser that refuses storage holds nothing to remove.
  }
  announceChange();
}

/** Kept after signing out: an unconfirmed sign-out, and where photos are read, because otherwise the next photo would be sent. */
const KEPT: readonly RememberedKey[] = ['sign-out-pending', 'read-on-device'];

/** Leaves nothing of a person on a shared computer. */
export function forgetAll(): void {
  for (const key of rememberedKeys) if (!KEPT.includes(key)) forget(key);
}

/** Another tab, where someone else has signed in, has cleared what is stored, and can't clear this tab's memory. */
export function forgetUnstored(): void {
  inMemory.clear();
  announceChange();
}

/** Calls `listener` after every change, including changes made in another tab. */
export function onRememberedChange(listener: () => void): Unsubscribe {
  const unsubscribe = version.subscribe(listener);
  addEventListener('storage', listener);
  return () => {
    unsubscribe();
    removeEventListener('storage', listener);
  };
}

/** The value and a function that changes it; `null` forgets it. */
export function useRemembered(key: RememberedKey): [string | null, (value: string | null) => void] {
  const value = useSyncExternalStore(onRememberedChange, () => remembered(key));
  return [value, (next) => (next === null ? forget(key) : remember(key, next))];
}
