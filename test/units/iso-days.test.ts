// Days as files and date fields have them, in the person's own time zone.
import { afterEach, expect, test, vi } from 'vitest';
import { isoDayFromNow, isoDayOf } from '#web/format.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

test.each([
  ['an evening in Los Angeles', 'America/Los_Angeles', '2026-11-27T04:00:00Z', '2026-11-26'],
  ['noon in Auckland, before the day has begun in London', 'Pacific/Auckland', '2026-11-26T23:00:00Z', '2026-11-27'],
  ['noon in London', 'Europe/London', '2026-11-26T12:00:00Z', '2026-11-26'],
])('%s is of the day there', (_when, zone, moment, day) => {
  vi.stubEnv('TZ', zone);
  expect(isoDayOf(new Date(moment))).toBe(day);
});

test.each([
  ['an evening in Honolulu', 'Pacific/Honolulu', '2026-11-27T06:00:00Z', '2026-11-27'],
  ['a morning in Auckland', 'Pacific/Auckland', '2026-11-26T20:00:00Z', '2026-11-28'],
  ['the evening before the clocks change in New York', 'America/New_York', '2026-03-08T04:30:00Z', '2026-03-08'],
])('of %s, the next day is the next day there', (_when, zone, moment, day) => {
  vi.stubEnv('TZ', zone);
  vi.useFakeTimers({ now: new Date(moment) });
  expect(isoDayFromNow(1)).toBe(day);
});
