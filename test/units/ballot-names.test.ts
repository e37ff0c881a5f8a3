import { expect, test } from 'vitest';
import { suggestedName } from '#ballot/names.ts';

const TEAMS = ['Alder Creek A', 'Alder Creek B', 'Bellweather', 'Saint Brigid’s Gold', 'Élan', 'Oak', '高校 1'];

test.each([
  ['Bellwether', 'Bellweather'],
  ['saint brigids gold', 'Saint Brigid’s Gold'],
  ['Alder Crek B', 'Alder Creek B'],
  ['  bellweather', 'Bellweather'],
  ['elan', 'Élan'],
  ['oac', 'Oak'],
  ['高校1', '高校 1'],
])('%j is suggested to be %j', (read, suggestion) => {
  expect(suggestedName(read, TEAMS)).toBe(suggestion);
});

test.each([
  ['Bellweather', 'a known name'],
  [' Bellweather ', 'a known name with spaces around it'],
  ['Alder Creek', 'equally close to two names'],
  ['Zenith', 'close to no name'],
  ['Ok', 'too short'],
  ['--- B', 'too short without its punctuation'],
  ['', 'empty'],
])('nothing is suggested for %j, which is %s', (read) => {
  expect(suggestedName(read, TEAMS)).toBeNull();
});

test('up to a third of the letters may differ', () => {
  expect(suggestedName('abcdxy', ['abcdef'])).toBe('abcdef');
  expect(suggestedName('abcxyz', ['abcdef'])).toBeNull();
  expect(suggestedName('bcdef', ['abcdef'])).toBe('abcdef');
  expect(suggestedName('abcdefg', ['abcdef'])).toBe('abcdef');
  expect(suggestedName('abcd', ['abcdef'])).toBe('abcdef');
});

test('of two close names the closest is suggested, in any order', () => {
  expect(suggestedName('abcdeg', ['abcdxy', 'abcdef'])).toBe('abcdef');
  expect(suggestedName('abcdeg', ['abcdef', 'abcdxy'])).toBe('abcdef');
});

test('a name that two schools use is still suggested', () => {
  expect(suggestedName('Bellwether', ['Bellweather', 'Bellweather'])).toBe('Bellweather');
});
