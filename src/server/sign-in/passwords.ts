// How passwords are kept: argon2id for new ones, bcrypt for those that were imported. Hashing is slow on purpose, so it
// runs on threads that step back behind the rest (hashing.ts): reads must not wait for sign-ins.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { hashing } from './hashing.ts';

// OWASP's password storage cheat sheet: argon2id with 19 MiB, two passes, one lane.
const MEMORY_KIB = 19_456;
const PASSES = 2;

async function digest(password: string, salt: Buffer, memory: number, passes: number): Promise<Buffer> {
  const message = password.normalize('NFKC');
  const argon2id = { message, nonce: salt, parallelism: 1, tagLength: 32, memory, passes };
  return Buffer.from((await hashing({ argon2id })) as Uint8Array);
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

/** The hash in the usual text form: `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await digest(password, salt, MEMORY_KIB, PASSES);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${base64(salt)}$${base64(tag)}`;
}

const ARGON2 = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/;

export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  if (/^\$2[aby]\$/.test(hash)) return (await hashing({ bcrypt: { password, hash } })) === true;
  const parts = ARGON2.exec(hash);
  if (!parts) return false;
  const [, memory, passes, salt, tag] = parts as unknown as [string, string, string, string, string];
  const expected = Buffer.from(tag, 'base64');
  const actual = await digest(password, Buffer.from(salt, 'base64'), Number(memory), Number(passes));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
