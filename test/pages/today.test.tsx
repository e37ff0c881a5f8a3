import { act, render, screen } from '@testing-library/react';
import { afterEach, test, vi } from 'vitest';
import { useDayFromNow } from '#web/state/today.ts';

afterEach(() => void vi.useRealTimers());

function Days() {
  return <p>{`${useDayFromNow(0)} to ${useDayFromNow(30)}`}</p>;
}

test('a page that stays open overnight shows the new day', () => {
  vi.useFakeTimers({ now: new Date(2027, 2, 13, 23, 59, 30) });
  render(<Days />);
  screen.getByText('2027-03-13 to 2027-04-12');
  act(() => void vi.advanceTimersByTime(60_000));
  screen.getByText('2027-03-14 to 2027-04-13');
});
