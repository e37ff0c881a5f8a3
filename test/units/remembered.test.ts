import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetAll, remember, remembered, onRememberedChange } from '#web/state/remembered.ts';

let stored: Map<string, string>;

const refuse = () => {
  throw new Error('refused');
};

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
});

afterEach(() => {
  forgetAll();
  vi.unstubAllGlobals();
});

test('signing out removes what the product stored about a person, but not the choice of where photos are read', () => {
  stored.set('somebody-else', 'kept');
  remember('read-on-device', 'true');
  remember('school', '42');
  remember('mantine-color-scheme-value', 'dark');
  forgetAll();
  expect([...stored.keys()].toSorted()).toEqual(['read-on-device', 'somebody-else']);
});

test('a browser that refuses storage still keeps values until the page closes', () => {
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  remember('school', '42');
  expect(remembered('school')).toBe('42');
});

test('a change that no longer fits into the storage is still used in place of the stored value', () => {
  remember('ballotForm', 'as it was read');
  localStorage.setItem = refuse;
  remember('ballotForm', 'as it was corrected');
  expect(remembered('ballotForm')).toBe('as it was corrected');
});

test('a listener hears every change until it unsubscribes', () => {
  const heard = vi.fn();
  const stop = onRememberedChange(heard);
  remember('nav-width', '200');
  stop();
  remember('nav-width', '210');
  expect(heard).toHaveBeenCalledTimes(1);
});
