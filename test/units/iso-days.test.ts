// Days as files and date fields have them, in the person's own time zone.
import { afterEach, expect, test, vi } from 'vitest';
import { isoDayOf } from '#web/format.ts';

afterEach(() => void vi.unstubAllEnvs());

test.each([
  ['an evening in Los Angeles', 'America/Los_Angeles', '2026-11-27T04:00:00Z', '2026-11-26'],
  ['noon in Auckland, before the day has begun in London', 'Pacific/Auckland', '2026-11-26T23:00:00Z', '2026-11-27'],
  ['noon in London', 'Europe/London', '2026-11-26T12:00:00Z', '2026-11-26'],
])('%s is of the day there', (_when, zone, moment, day) => {
  vi.stubEnv('TZ', zone);
  expect(isoDayOf(new Date(moment))).toBe(day);
});
