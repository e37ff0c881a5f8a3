// The ballot that a browser keeps, seen from a second tab of it.
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useKeptBallot } from '#web/pages/ballot/kept-ballot.ts';

const read = (score: number) => ({
  confidence: 0.9,
  image: { width: 800, height: 1000 },
  fields: { 'P Opening': { value: score, confidence: 0.99 } },
});
const stored = (): unknown => JSON.parse(localStorage.getItem('ballotForm') ?? 'null');
/** Another tab has written there; a tab that was frozen hears of it when it wakes, and then finds the latest of all. */
const hear = (): void => act(() => void dispatchEvent(new StorageEvent('storage')));

afterEach(() => localStorage.clear());

test('a tab that wakes late leaves a form as another tab has corrected it', () => {
  const { result } = renderHook(useKeptBallot);
  localStorage.setItem('ballotExtractedData', JSON.stringify(read(7)));
  localStorage.setItem('ballotForm', JSON.stringify({ pOpen: 9 }));
  hear();
  expect(stored()).toEqual({ pOpen: 9 });
  expect(result.current.form.ballot.pOpen).toBe(9);
});

test('the form follows each reading, and its being taken away', () => {
  const { result } = renderHook(useKeptBallot);
  const { result: otherTab } = renderHook(useKeptBallot);
  for (const score of [7, 8]) {
    act(() => result.current.take(read(score), new File([], 'ballot.jpg')));
    hear();
    expect([result.current.form.ballot.pOpen, otherTab.current.form.ballot.pOpen]).toEqual([score, score]);
    act(() =>
      otherTab.current.change({ ...otherTab.current.form, ballot: { ...otherTab.current.form.ballot, pOpen: 1 } }),
    );
    expect(result.current.form.ballot.pOpen).toBe(1);
  }
  act(() => result.current.clear());
  expect(otherTab.current.form.ballot.pOpen).toBe(0);
});
