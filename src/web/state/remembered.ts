/** Every local-storage key of the product. A browser that refuses storage still works: values then live in memory. */
import { useCallback, useSyncExternalStore } from 'react';

const keys = [
  'school',
  'nav-collapsed',
  'nav-width',
  'cookieConsent',
  'ballotExtractedData',
  'ballotForm',
  'mantine-color-scheme-value',
  'sign-out-pending',
] as const;

export type RememberedKey = (typeof keys)[number];

const inMemory = new Map<RememberedKey, string>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

export function remembered(key: RememberedKey): string | null {
  // First what could not be stored: where the storage is full, it still holds the value before.
  const unstored = inMemory.get(key);
  if (unstored !== undefined) return unstored;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: RememberedKey, value: string): void {
  try {
    localStorage.setItem(key, value);
    inMemory.delete(key);
  } catch {
    // Full or forbidden: the value then lasts as long as the page.
    inMemory.set(key, value);
  }
  tell();
}

export function forget(key: RememberedKey): void {
  inMemory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // What cannot be stored was never stored.
  }
  tell();
}

/** Sign-out leaves nothing of a person behind on a shared computer. That the server is still to be told of it stays. */
export function forgetAll(): void {
  for (const key of keys) if (key !== 'sign-out-pending') forget(key);
}

/** Called after every change, also one made in another tab. */
export function whenRememberedChanges(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** The value, and how to change it; `null` forgets. */
export function useRemembered(key: RememberedKey): [string | null, (value: string | null) => void] {
  const value = useSyncExternalStore(whenRememberedChanges, () => remembered(key));
  const change = useCallback(
    (next: string | null) => {
      if (next === null) forget(key);
      else remember(key, next);
    },
    [key],
  );
  return [value, change];
}
