// The links that let a person in without a password. A token is random and 256 bits long, so nobody guesses one; only its
// hash is stored. It stands in the fragment of the address: no server log and no Referer header ever contains it.
import { randomBytes } from 'node:crypto';
import { storedHash } from './sessions.ts';

const TOKEN_BYTES = 32;

export function newLink(): { token: string; hash: ReturnType<typeof storedHash> } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, hash: storedHash(token) };
}

export const invitationPath = (token: string): string => `/invitation#${token}`;
export const resetPath = (token: string): string => `/reset-password#${token}`;
