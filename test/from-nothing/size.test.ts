// What a visitor's first minute costs over the wire, kept within a budget.
import { expect, test } from 'vitest';
import { MOST, weighWebApp } from '../../scripts/tools/web-weight.ts';

const weight = weighWebApp();

test('the sign-in screen needs at most 100 kB of scripts', () => {
  expect(weight.signInScripts).toBeLessThanOrEqual(MOST.signInScripts);
});

test('the sign-in screen needs at most 10 kB of styles', () => {
  expect(weight.signInStyles).toBeLessThanOrEqual(MOST.signInStyles);
});

test('the whole app is at most 220 kB of scripts', () => {
  expect(weight.allScripts).toBeLessThanOrEqual(MOST.allScripts);
});

test('what was measured is the app: an entry, and no chunk that the list names but the folder lacks', () => {
  expect(weight.entries).toBe(1);
  expect(weight.signInScripts).toBeGreaterThan(0);
});
