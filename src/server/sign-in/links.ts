// The links that let a person in without a password. Only the hash of their token is stored. The token stands in the fragment
// of the address: no server log and no Referer header ever contains it.
import { sql } from 'kysely';
import { newSecret, storedHash } from './sessions.ts';

export function newLink(): { token: string; hash: ReturnType<typeof storedHash> } {
  const token = newSecret();
  return { token, hash: storedHash(token) };
}

/** Whether a link of the table still works. */
export const isOpen = sql<boolean>`expires_at > now()`;

export const invitationPath = (token: string): string => `/invitation#${token}`;
export const resetPath = (token: string): string => `/reset-password#${token}`;
