// Access tokens (API keys): how one is made, recognized and used. Its prefix and checksum let secret scanners find it in code and files,
// and a mistyped one is refused without a query. 256 of its bits are random, so one round of hashing is enough.
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ORPCError } from '@orpc/client';
import { sql } from 'kysely';
import { MAX_TOKEN_CALLS } from '#contract/words.ts';
import { valueOf, type Database } from '../database/database.ts';
import { UNKNOWN_ACCESS_TOKEN } from '../database/entry.ts';
import { storedHash } from './sessions.ts';

const PREFIX = 'courtside_pat_';
const FORM = /^courtside_pat_[0-9a-z]{57}$/;
const SECRET_LENGTH = 50;
const CHECKSUM_LENGTH = 7;
const WINDOW_MINUTES = 15;

/** The last seven characters: the CRC-32 of all before them, in base 36. */
const checksumOf = (text: string): string => crc32(text).toString(36).padStart(CHECKSUM_LENGTH, '0');

export function newAccessToken(): string {
  const secret = BigInt(`0x${randomBytes(32).toString('hex')}`)
    .toString(36)
    .padStart(SECRET_LENGTH, '0');
  return `${PREFIX}${secret}${checksumOf(PREFIX + secret)}`;
}

const isWellFormed = (token: string): boolean =>
  FORM.test(token) && checksumOf(token.slice(0, -CHECKSUM_LENGTH)) === token.slice(-CHECKSUM_LENGTH);

/** The token in `Authorization: Bearer`, or undefined. Other schemes belong to a proxy in front of the server. */
export const bearerOf = (headers: Headers): string | undefined =>
  /^bearer\b\s*(.*)/i.exec(headers.get('authorization') ?? '')?.[1];

/** Counts a call with this token, and refuses it if the token is unknown or has been used too often. */
export async function admitProgram({ owner }: Database, token: string, answer: Headers): Promise<void> {
  const unknown = () => new ORPCError('UNAUTHORIZED', { message: UNKNOWN_ACCESS_TOKEN });
  if (!isWellFormed(token)) throw unknown();
  const using = sql<number | null>`
    use_access_token(${storedHash(token)}, ${MAX_TOKEN_CALLS}, make_interval(mins => ${WINDOW_MINUTES}))`;
  const wait = await valueOf(owner, using);
  if (wait === null) throw unknown();
  if (wait === 0) return;
  answer.set('retry-after', String(Math.ceil(wait)));
  throw new ORPCError('TOO_MANY_REQUESTS', {
    message: `An access token can be used for ${MAX_TOKEN_CALLS} calls in ${WINDOW_MINUTES} minutes. Please wait.`,
  });
}
