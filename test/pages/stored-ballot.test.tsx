// The ballot that a browser stores, shared by its tabs.
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useStoredBallot } from '#web/pages/ballot/stored-ballot.ts';

const read = (score: number) => ({
  confidence: 0.9,
  image: { width: 800, height: 1000 },
  fields: { 'P Opening': { value: score, confidence: 0.99 } },
});
const stored = (): unknown => JSON.parse(localStorage.getItem('ballotForm') ?? 'null');
/** Another tab wrote to the storage. A frozen tab is notified when it wakes, and then reads the latest state. */
const hear = (): void => act(() => void dispatchEvent(new StorageEvent('storage')));

afterEach(() => localStorage.clear());

test('a tab that wakes up late doesn’t overwrite the corrections of another tab', () => {
  const { result } = renderHook(useStoredBallot);
  localStorage.setItem('ballotExtractedData', JSON.stringify(read(7)));
  localStorage.setItem('ballotForm', JSON.stringify({ pOpen: 9 }));
  hear();
  expect(stored()).toEqual({ pOpen: 9 });
  expect(result.current.form.scores.pOpen).toBe(9);
});

test('every tab shows each reading, each correction and each reset', () => {
  const { result } = renderHook(useStoredBallot);
  const { result: otherTab } = renderHook(useStoredBallot);
  for (const score of [7, 8]) {
    act(() => result.current.accept(read(score), new File([], 'ballot.jpg')));
    hear();
    expect([result.current.form.scores.pOpen, otherTab.current.form.scores.pOpen]).toEqual([score, score]);
    act(() => otherTab.current.change((latest) => ({ ...latest, scores: { ...latest.scores, pOpen: 1 } })));
    expect(result.current.form.scores.pOpen).toBe(1);
  }
  act(() => result.current.clear());
  expect(otherTab.current.form.scores.pOpen).toBe(0);
});

test('the name of the photo is stored with what was read from it, and the photo is not', () => {
  const { result } = renderHook(useStoredBallot);
  act(() => result.current.accept(read(7), new File(['pixels'], 'ballot.jpg')));
  const { result: afterReload } = renderHook(useStoredBallot);
  expect(afterReload.current.photoName).toBe('ballot.jpg');
  expect(afterReload.current.readFrom).toBeNull();
  expect(JSON.stringify(localStorage)).not.toContain('pixels');
});

test('the next photo keeps the case and starts a new round', () => {
  const { result } = renderHook(useStoredBallot);
  const trial = { caseName: 'Bancroft v. Kim', date: '2026-01-01', round: '2' };
  act(() => result.current.change((latest) => ({ ...latest, trial })));
  act(() => result.current.accept(read(7), new File([], 'ballot.jpg')));
  expect(result.current.form.trial).toMatchObject({ caseName: 'Bancroft v. Kim', round: '' });
  expect(result.current.form.trial.date).not.toBe('2026-01-01');
});

test.each(['not JSON', '[]', '7', '{"trial":5,"paperTotals":{"p":7}}', '{"checked":null}'])(
  'a stored form that is %s opens as an empty one',
  (text) => {
    localStorage.setItem('ballotForm', text);
    localStorage.setItem('ballotExtractedData', text);
    const { result } = renderHook(useStoredBallot);
    expect(result.current.form).toMatchObject({ scores: { pOpen: 0 }, checked: {}, paperTotals: { p: '', d: '' } });
    expect(result.current.form.trial).toMatchObject({ caseName: '', round: '' });
    expect(result.current.extracted).toBeNull();
  },
);
