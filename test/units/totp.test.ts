// Codes of authenticator apps, by the tables in RFC 6238 and RFC 4648.
import { expect, test } from 'vitest';
import { base32, codeAt, otpauthUri, stepAt, stepOf } from '#server/sign-in/totp.ts';

const secret = Buffer.from('12345678901234567890');

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at %i seconds the code is the one in RFC 6238, appendix B', (seconds, code) => {
  expect(codeAt(secret, stepAt(seconds), 8)).toBe(code);
  expect(codeAt(secret, stepAt(seconds))).toBe(code.slice(-6));
});

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('"%s" in base32 is %s, as in RFC 4648 without padding', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
});

test('a code is good for its own step and the ones beside it', () => {
  const now = 1_234_567_890;
  const step = stepAt(now);
  for (const offset of [-1, 0, 1]) expect(stepOf(secret, codeAt(secret, step + offset), now)).toBe(step + offset);
  for (const offset of [-2, 2]) expect(stepOf(secret, codeAt(secret, step + offset), now)).toBeUndefined();
});

test('the address for the app escapes the email', () => {
  expect(otpauthUri(secret, 'a+b@example.org')).toBe(
    'otpauth://totp/Courtside:a%2Bb%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Courtside',
  );
});
