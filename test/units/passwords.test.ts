// Stored hashes of passwords. Unlike the tests of calls, these hash with as much memory as people do.
import { expect, test } from 'vitest';
import { hashPassword, isOutdated, verifyPassword } from '#server/sign-in/passwords.ts';

const PASSWORD = 'café in May';
const SALT = 'YSBzYWx0IG9mIDE2IEIuLg';
const TAG = 'udN8Hb0NLtV9cYywCRkSahidlZKlO1kcNQqv4zgjXFw';
const CURRENT = `$argon2id$v=19$m=19456,t=2,p=1$${SALT}$${TAG}`;
const OLDER = `$argon2id$v=19$m=4096,t=12,p=1$${SALT}$UW3EwGTI2ogGPQ3/nXUUes6VK26vzyR/4GymAKJd8RU`;
const BCRYPT = '$2b$10$abcdefghijklmnopqrstuuhKofgwiTssed4pV7xY.s.Ubr3OhgxAe';

test.each([
  ['today’s kind', CURRENT, false],
  ['less memory and more passes', OLDER, true],
  ['bcrypt', BCRYPT, true],
])('a hash of %s matches its password alone', async (_, hash, outdated) => {
  expect(await verifyPassword(hash, PASSWORD)).toBe(true);
  expect(await verifyPassword(hash, 'cafe in May')).toBe(false);
  expect(isOutdated(hash)).toBe(outdated);
});

test('a letter that another keyboard puts together from two characters is the same', async () => {
  expect(await verifyPassword(CURRENT, PASSWORD.normalize('NFD'))).toBe(true);
  expect(await verifyPassword(await hashPassword(PASSWORD.normalize('NFD')), PASSWORD)).toBe(true);
});

test('each new hash has a salt of its own', async () => {
  const [one, two] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
  for (const hash of [one, two]) {
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(isOutdated(hash)).toBe(false);
  }
  expect(one).not.toBe(two);
});

test.each([
  ['missing', undefined],
  ['empty', ''],
  ['no hash', PASSWORD],
  ['of another algorithm', CURRENT.replace('argon2id', 'argon2i')],
  ['of another version', CURRENT.replace('v=19', 'v=16')],
  ['of two lanes', CURRENT.replace('p=1', 'p=2')],
  ['without its tag', CURRENT.slice(0, -TAG.length)],
  ['of the first bytes of its tag', CURRENT.slice(0, -TAG.length + 8)],
  ['preceded by other text', ` ${CURRENT}`],
  ['followed by other text', `${CURRENT}$`],
  ['bcrypt preceded by other text', ` ${BCRYPT}`],
  ['bcrypt followed by other text', `${BCRYPT}.`],
])('a hash that is %s matches no password', async (_, hash) => {
  for (const password of [PASSWORD, '']) expect(await verifyPassword(hash, password)).toBe(false);
});
