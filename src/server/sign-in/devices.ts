// Recognizes a browser that has signed in with this email before (OWASP's device cookie): its failures are counted apart,
// so nobody can lock a person out of their own browser by guessing elsewhere.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SignInContext } from '../api.ts';
import type { Database } from '../database/database.ts';
import { rememberedFact } from '../database/facts.ts';
import { deviceCookie } from './cookies.ts';
import { newSecret } from './sessions.ts';

const NONCE_BYTES = 16;

async function signatureOf(database: Database, email: string, nonce: string): Promise<Buffer> {
  // Kept in the database, so that all nodes recognize the same browsers.
  const key = await rememberedFact(database, 'device cookie key', newSecret);
  return createHmac('sha256', key).update(`${nonce} ${email}`).digest();
}

/** The value of a new device cookie. It names nobody: only the email that somebody types shows whose browser it is. */
export async function newDevice(database: Database, email: string): Promise<string> {
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
