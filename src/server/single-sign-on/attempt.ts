// A sign-in at the provider, from its beginning in a browser to the answer, which uses it up. A cookie holds the browser's secret, and the
// address the attempt's; the nonce and the proof of the code (PKCE) are made from both. So an answer counts only in the browser that
// began, several tabs don't disturb each other, and the database stores nothing but hashes.
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Owner } from '../database/database.ts';
import type { SignInContext } from '../api.ts';
import * as cookies from '../sign-in/cookies.ts';
import { newSecret, storedHash } from '../sign-in/sessions.ts';
import type { Secrets } from './provider.ts';

function secretsOf(browser: string, state: string): Secrets {
  const made = (what: string): string => createHmac('sha256', browser).update(`${what} ${state}`).digest('base64url');
  return { state, nonce: made('nonce'), verifier: made('verifier') };
}

/** The browser's secret, and a new attempt's. */
export function newAttempt({ requestHeaders, settings }: SignInContext): { browser: string; secrets: Secrets } {
  const browser = cookies.signOnCookie(requestHeaders, settings) ?? newSecret();
  return { browser, secrets: secretsOf(browser, newSecret()) };
}

/** Lets the browser come back once, within 10 minutes: with an answer to `state`, or with a code of the second factor of `userId`. */
export async function storeAttempt(
  { database, settings, resHeaders }: SignInContext,
  { browser, state = newSecret(), ...attempt }: { browser: string; returnTo: string; state?: string; userId?: string },
): Promise<void> {
  await database.owner
    .insertInto('signOnAttempts')
    .values({ stateHash: storedHash(state), browserHash: storedHash(browser), ...attempt })
    .execute();
  cookies.setSignOnCookie(resHeaders, settings, browser);
}

/** The attempt that this browser's answer belongs to, which is used up by that; undefined for any other answer. It may be too late. */
export async function useAttempt({ requestHeaders, settings, database }: SignInContext, state: string | null) {
  const browser = cookies.signOnCookie(requestHeaders, settings);
  if (browser === undefined || state === null) return undefined;
  const used = await database.owner
    .deleteFrom('signOnAttempts')
    .where('stateHash', '=', storedHash(state))
    .where('browserHash', '=', storedHash(browser))
    .returning(['returnTo', sql<boolean>`expires_at <= now()`.as('isLate')])
    .executeTakeFirst();
  return used && { browser, secrets: secretsOf(browser, state), ...used };
}

/** The person whose code this browser waits for: the last one who signed in at the provider. */
export async function personWithoutCode({ requestHeaders, settings, database }: SignInContext) {
  const browser = cookies.signOnCookie(requestHeaders, settings);
  if (browser === undefined) return undefined;
  return database.owner
    .selectFrom('signOnAttempts')
    .innerJoin('users', 'users.id', 'userId')
    .select(['users.id', 'email', 'signOnAttempts.stateHash'])
    .where('browserHash', '=', storedHash(browser))
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('expiresAt', 'desc')
    .executeTakeFirst();
}

/** False if somebody else was quicker. */
export async function endWaiting(owner: Owner, stateHash: Uint8Array): Promise<boolean> {
  const ended = await owner.deleteFrom('signOnAttempts').where('stateHash', '=', stateHash).executeTakeFirst();
  return ended.numDeletedRows > 0n;
}
