// Begins the session of a person who has proved who they are, by whatever way.
import { sql } from 'kysely';
import type { Me } from '#contract/own-account.ts';
import type { SignInContext } from '../api.ts';
import type { Owner } from '../database/database.ts';
import { Entry } from '../database/entry.ts';
import * as cookies from './cookies.ts';
import { isStillPassword } from './credentials.ts';
import { knownDevice, newDevice } from './devices.ts';
import { beginSession, endSession } from './sessions.ts';

/** The database withholds a super admin's rights until they have a second factor, where it is required. */
export async function withMissingFactor({ database, settings }: SignInContext, person: Me): Promise<Me> {
  if (settings.REQUIRE_TOTP_FOR_SUPER_ADMINS === 'off' || person.isSuperAdmin) return person;
  const found = database.owner.selectFrom('superAdmins').select('userId').where('userId', '=', person.id);
  return { ...person, secondFactorMissing: (await found.executeTakeFirst()) !== undefined };
}

/**
 * Returns the person, or undefined if the account has just been removed, or the password that they have proved was just replaced, which has
 * ended all sessions.
 */
export async function signInAs(
  context: SignInContext,
  { id: userId, email, passwordSince }: { id: string; email: string; passwordSince?: string },
): Promise<Me | undefined> {
  const { database, settings, log, address, requestHeaders, resHeaders } = context;
  const begin = (owner: Owner) => beginSession(owner, settings, userId, requestHeaders.get('user-agent'));
  const token =
    passwordSince === undefined
      ? await begin(database.owner)
      : await database.owner.transaction().execute(async (tx) => {
          const isProved = await isStillPassword(tx, { id: userId, passwordSince });
          return isProved ? begin(tx) : undefined;
        });
  if (token === undefined) return undefined;
  // Ends the browser's previous session: its cookie is overwritten, so nobody could end it later.
  const before = cookies.sessionToken(requestHeaders, settings);
  if (before !== undefined) await endSession(database, before);
  cookies.setSessionCookie(resHeaders, settings, token);
  if ((await knownDevice(context, email)) === undefined) {
    cookies.setDeviceCookie(resHeaders, settings, await newDevice(database, email));
  }
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
