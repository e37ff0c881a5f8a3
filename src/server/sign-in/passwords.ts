// How passwords are kept: argon2id, and bcrypt for imported accounts until they first sign in. Hashing is slow on purpose, so
// it runs on threads of low priority: reads must not wait for sign-ins.
import { randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import os from 'node:os';
import { join } from 'node:path';
import { openWorkerPool } from '#workers/worker-pool.ts';

export type HashingJob = { argon2id: Argon2Parameters } | { bcrypt: { password: string; hash: string } };
/** The argon2id hash, or whether the bcrypt hash matches. */
export type HashingResult = Uint8Array | boolean;

const pool = openWorkerPool<HashingJob, HashingResult>({
  // A path, because page tests run the server where `URL` is the browser's.
  program: join(import.meta.dirname, 'hashing-worker.ts'),
  // Each thread needs 19 MB while it hashes, and a core.
  maxThreads: Math.min(2, os.availableParallelism()),
  // The memory that argon2id fills doesn't count toward these limits.
  resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 },
});

// OWASP's password storage cheat sheet: argon2id with 19 MiB, two passes, one lane.
const MEMORY_KIB = 19_456;
const PASSES = 2;
const SALT_BYTES = 16;
const CURRENT = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$`;

async function digest(password: string, salt: Buffer, memory: number, passes: number): Promise<Buffer> {
  const message = password.normalize('NFKC');
  const argon2id = { message, nonce: salt, parallelism: 1, tagLength: 32, memory, passes };
  return Buffer.from((await pool.run({ argon2id })) as Uint8Array);
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

/** The hash in the usual text form: `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return `${CURRENT}${base64(salt)}$${base64(await digest(password, salt, MEMORY_KIB, PASSES))}`;
}

const ARGON2 = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/;
/** Cost 4 to 12: a higher one would block a thread for seconds per attempt. */
const BCRYPT = /^\$2[aby]\$(?:0[4-9]|1[0-2])\$[./A-Za-z0-9]{53}$/;
export const isBcryptHash = (text: string): boolean => BCRYPT.test(text);

/** Whether the hash is an older kind than those that are made today. */
export const isOutdated = (hash: string): boolean => !hash.startsWith(CURRENT);

/** Without a hash, does the usual work and returns false: response times must not reveal unknown emails. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const hash = stored ?? '';
  if (isBcryptHash(hash)) return (await pool.run({ bcrypt: { password, hash } })) === true;
  const parts = ARGON2.exec(hash);
  if (!parts) {
    await digest(password, Buffer.alloc(SALT_BYTES), MEMORY_KIB, PASSES);
    return false;
  }
  const [, memory, passes, salt, tag] = parts as unknown as [string, string, string, string, string];
  const expected = Buffer.from(tag, 'base64');
  const actual = await digest(password, Buffer.from(salt, 'base64'), Number(memory), Number(passes));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
