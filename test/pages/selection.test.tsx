// Selected rows of a list that other people are changing.
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSelection } from '#web/bulk/selection.tsx';

test('a row that somebody else deletes is no longer selected', () => {
  const { result, rerender } = renderHook(({ order }) => useSelection(order), { initialProps: { order: ['a', 'b'] } });
  act(() => result.current.select('b', true, false));
  expect([...result.current.keys]).toEqual(['b']);
  rerender({ order: ['a'] });
  expect(result.current.keys.size).toBe(0);
});
