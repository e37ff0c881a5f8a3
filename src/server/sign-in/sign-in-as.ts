// Begins the session of a person who has proved who they are, by whatever way, and recognizes their browser the next time.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Me } from '#contract/own-account.ts';
import type { SignInContext } from '../api.ts';
import { rememberedFact, type Database } from '../database/database.ts';
import { Entry } from '../database/entry.ts';
import * as cookies from './cookies.ts';
import { deviceCookie } from './cookies.ts';
import { beginSession, endSession } from './sessions.ts';

// A browser that has signed in with this email before is recognized (OWASP's device cookie): its failures are counted
// apart, so nobody can lock a person out of their own browser by guessing elsewhere.
const NONCE_BYTES = 16;

async function signatureOf(database: Database, email: string, nonce: string): Promise<Buffer> {
  // Kept in the database, so that all nodes recognize the same browsers.
  const key = await rememberedFact(database, 'device cookie key', () => randomBytes(32).toString('base64url'));
  return createHmac('sha256', key).update(`${nonce} ${email}`).digest();
}

/** The value of a new device cookie. It names nobody: only the email that somebody types shows whose browser it is. */
async function newDevice(database: Database, email: string): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  return `${nonce}.${(await signatureOf(database, email, nonce)).toString('base64url')}`;
}

/** What identifies the browser if its cookie was made for this email. */
export async function knownDevice(
  { database, settings, requestHeaders }: SignInContext,
  email: string,
): Promise<string | undefined> {
  const cookie = deviceCookie(requestHeaders, settings);
  if (cookie === undefined) return undefined;
  const [nonce = '', signature = ''] = cookie.split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = await signatureOf(database, email, nonce);
  return given.length === expected.length && timingSafeEqual(given, expected) ? nonce : undefined;
}

/** The database withholds a super admin's rights until they have a second factor, where it is required. */
export async function withMissingFactor({ database, settings }: SignInContext, person: Me): Promise<Me> {
  if (settings.REQUIRE_TOTP_FOR_SUPER_ADMINS === 'off' || person.isSuperAdmin) return person;
  const found = database.owner.selectFrom('superAdmins').select('userId').where('userId', '=', person.id);
  return { ...person, secondFactorMissing: (await found.executeTakeFirst()) !== undefined };
}

/** Returns the person, or undefined if the account has just been removed. `isKnown`: whether they have signed in in this browser before. */
export async function signInAs(
  context: SignInContext,
  { id: userId, email }: { id: string; email: string },
  isKnown: boolean,
): Promise<Me | undefined> {
  const { database, settings, log, address, requestHeaders, resHeaders } = context;
  // Ends the browser's previous session: its cookie is overwritten, so nobody could end it later.
  const before = cookies.sessionToken(requestHeaders, settings);
  if (before !== undefined) await endSession(database, before);
  const token = await beginSession(database.owner, settings, userId, requestHeaders.get('user-agent'));
  cookies.setSessionCookie(resHeaders, settings, token);
  if (!isKnown) cookies.setDeviceCookie(resHeaders, settings, await newDevice(database, email));
  await database.owner
    .updateTable('users')
    .set({ lastSignIn: sql`now()` })
    .where('id', '=', userId)
    .execute()
    // A sign-in succeeds even if its date can't be written.
    .catch((error: unknown) => log.error({ err: error, userId }, 'Failed to update last_sign_in'));
  log.info({ event: 'sign-in', userId, address }, 'Signed in');
  const signedIn = await new Entry(database, settings, token).identify();
  return signedIn && withMissingFactor(context, signedIn.me);
}
