// What Ctrl+K finds for what somebody has typed.
import { expect, test } from 'vitest';
import { matches } from '#web/palette/matching.ts';

test.each([
  ['a wrong letter', 'lakecide', 'Lakeside Scrimmage'],
  ['a letter too many', 'lakkeside', 'Lakeside Scrimmage'],
  ['a missing letter', 'aidn', 'Aidan Størmer'],
  ['two swapped letters', 'stromer', 'Aidan Størmer'],
  ['no mistake', 'stor', 'Aidan Størmer'],
  ['a mistake in the second word', 'lakeside scirm', 'Lakeside Scrimmage'],
])('a forgiving search finds a name despite %s', (_, typed, name) => {
  expect(matches(typed, name, true)).toBe(true);
});

test.each([
  ['two mistakes', 'lkaecide', 'Lakeside Scrimmage'],
  ['a mistake in three letters', 'adn', 'Aidan Størmer'],
  ['another number', 'lakeside 2025', 'Lakeside Scrimmage 2026-27'],
])('it doesn’t find %s', (_, typed, name) => {
  expect(matches(typed, name, true)).toBe(false);
});

test('a search that isn’t forgiving finds no misspelled name', () => {
  expect(matches('aidn', 'Aidan Størmer')).toBe(false);
});
