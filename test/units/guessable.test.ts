// Which passwords are refused as too easy to guess.
import { expect, test } from 'vitest';
import { isGuessable } from '#server/sign-in/guessable.ts';

const person = { email: 'a.b.quill@example.test', name: 'Ada B. Quill' };

test.each([
  'password1',
  'Sunshine2026!',
  'aaaaaaaa',
  'ЖЖЖЖЖЖЖЖ',
  'CourtroomVerdict!',
  'Ada-Quill-2026',
  'my ballots 99',
])('%s is', async (password) => {
  expect(await isGuessable(password, person)).toBe(true);
});

test.each([
  'abababab',
  'sun40shine',
  '7391504682',
  'Quill drives a tram',
  'zebra courtside',
  'b a b a b a',
  'ключ 🔑 от зала',
])('%s is accepted', async (password) => {
  expect(await isGuessable(password, person)).toBe(false);
});
