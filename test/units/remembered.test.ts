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

test('signing out leaves nothing behind, and nothing of others is touched', () => {
  stored.set('somebody-else', 'kept');
  remember('school', '42');
  remember('mantine-color-scheme-value', 'dark');
  forgetAll();
  expect([...stored.keys()]).toEqual(['somebody-else']);
});

test('a browser that refuses storage still remembers until the page is left', () => {
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  remember('school', '42');
  expect(remembered('school')).toBe('42');
});

test('a change that no longer fits into the storage is not lost to what was stored before', () => {
  remember('ballotForm', 'as it was read');
  localStorage.setItem = refuse;
  remember('ballotForm', 'as it was corrected');
  expect(remembered('ballotForm')).toBe('as it was corrected');
});

test('whoever watches is told of every change', () => {
  const heard = vi.fn();
  const stop = onRememberedChange(heard);
  remember('nav-width', '200');
  stop();
  remember('nav-width', '210');
  expect(heard).toHaveBeenCalledTimes(1);
});
