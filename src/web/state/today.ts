import { useSyncExternalStore } from 'react';
import { isoDayFromNow } from '#web/format.ts';

const CHECK_MS = 60_000;
const everyMinute = (check: () => void): (() => void) => {
  const timer = setInterval(check, CHECK_MS);
  return () => clearInterval(timer);
};

/** The day a number of days from now. A tab that stays open overnight goes on to the next. */
export const useDayFromNow = (days: number): string => useSyncExternalStore(everyMinute, () => isoDayFromNow(days));
