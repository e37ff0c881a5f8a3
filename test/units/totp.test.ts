// Codes of authenticator apps, by the table in RFC 6238, and what an app is set up with.
import { expect, test } from 'vitest';
import { randomCode, setupOf, stepOf } from '#server/sign-in/totp.ts';
import { codeAt } from '../authenticator.ts';

const secret = Buffer.from('12345678901234567890');

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i seconds the code is the one in RFC 6238, appendix B', async (seconds, code) => {
  expect(codeAt(secret, seconds)).toBe(code);
  expect(await stepOf(secret, code, seconds)).toBe(Math.floor(seconds / 30));
});

test('a code is good for its own step and the ones beside it', async () => {
  const now = 1_234_567_890;
  const step = Math.floor(now / 30);
  for (const offset of [-1, 0, 1]) {
    expect(await stepOf(secret, codeAt(secret, now + offset * 30), now)).toBe(step + offset);
  }
  for (const offset of [-2, 2]) expect(await stepOf(secret, codeAt(secret, now + offset * 30), now)).toBeUndefined();
});

test('the address for the app names the product and the person', async () => {
  const { secret: typed, uri } = await setupOf(secret, 'a+b@example.org');
  expect(typed).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  const { protocol, pathname, searchParams } = new URL(uri);
  expect([protocol, pathname]).toEqual(['otpauth:', '/Courtside:a%2Bb%40example.org']);
  expect(Object.fromEntries(searchParams)).toMatchObject({ secret: typed, issuer: 'Courtside' });
});

test('a random code is base32 without padding', async () => {
  expect(await randomCode(15)).toMatch(/^[A-Z2-7]{24}$/);
});
