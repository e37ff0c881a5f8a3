// Where signing in leads: only to an address of this site.
import { expect, test } from 'vitest';
import { safeReturn } from '#web/before-app/safe-return.ts';

test.each(['/settings', '/cases?search=a#b'])('signing in leads back to %s', (from) => {
  expect(safeReturn(from)).toBe(from);
});

test.each([
  '//elsewhere.test/',
  '/\\elsewhere.test',
  '/\t/elsewhere.test',
  'https://elsewhere.test',
  '/auth',
  '',
  undefined,
])('signing in leads to the dashboard, not to %j', (from) => {
  expect(safeReturn(from)).toBe('/');
});
