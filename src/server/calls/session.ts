// Signing in and out, and the person's own password. These calls concern the sign-in tables, outside row security.
import { sql } from 'kysely';
import type { Me } from '#contract/own-account.ts';
import { accountApi as account, sessionApi as api, type SessionContext } from '../api.ts';
import { demoPassword } from '../demo/demo-password.ts';
import { networkOf } from '../http/client-address.ts';
import { admit, forgiveAttempt } from '../sign-in/attempts.ts';
import * as cookies from '../sign-in/cookies.ts';
import { checkCredentials, setPasswordHash } from '../sign-in/credentials.ts';
import { knownDevice, newDevice } from '../sign-in/devices.ts';
import { Entry } from '../database/entry.ts';
import { isGuessable } from '../sign-in/guessable.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { proveCode, provePassword } from '../sign-in/prove.ts';
import { hasSecondFactor } from '../sign-in/second-factor.ts';
import { beginSession, endOf, endSession, endSessionsOf, prolongSession, sessionsOf } from '../sign-in/sessions.ts';

/** The database withholds a super admin's rights until they have a second factor, where it is required. */
async function withMissingFactor({ database, settings }: SessionContext, person: Me): Promise<Me> {
  if (settings.REQUIRE_TOTP_FOR_SUPER_ADMINS === 'off' || person.isSuperAdmin) return person;
  const found = database.owner.selectFrom('superAdmins').select('userId').where('userId', '=', person.id);
  return { ...person, secondFactorMissing: (await found.executeTakeFirst()) !== undefined };
}

const signIn = api.signIn.handler(async ({ input, context, errors }) => {
  const { database, settings, log, address, requestHeaders, resHeaders } = context;
  const email = input.email.trim().toLowerCase();
  const device = await knownDevice(database, email, cookies.deviceCookie(requestHeaders, settings));
  const attempt = { email, address: networkOf(address), device };
  await admit(context, attempt, errors.TOO_MANY_REQUESTS);
  const userId = await checkCredentials(context, email, input.password);
  if (userId === undefined) {
    log.info({ event: 'sign-in failed', address }, 'A sign-in failed');
    throw errors.UNAUTHORIZED();
  }
  if (await hasSecondFactor(database.owner, userId)) {
    // Not forgiven: somebody who knows the password can't reset the count between two guesses of the code.
    if (input.code === undefined) throw errors.CODE_REQUIRED();
    await proveCode(context, userId, input.code, errors);
  }
  // The browser forgets the session it had, and then nobody could end that one.
  const before = cookies.sessionToken(requestHeaders, settings);
  if (before !== undefined) await endSession(database, before);
  const token = await beginSession(database.owner, settings, userId, requestHeaders.get('user-agent'));
  cookies.setSessionCookie(resHeaders, settings, token);
  await forgiveAttempt(database, attempt);
  if (device === undefined) cookies.setDeviceCookie(resHeaders, settings, await newDevice(database, email));
  await database.owner
    .updateTable('users')
    .set({ lastSignIn: sql`now()` })
    .where('id', '=', userId)
    .execute()
    // A sign-in succeeds even if its date can't be written.
    .catch((error: unknown) => log.error({ err: error, userId }, 'Failed to update last_sign_in'));
  log.info({ event: 'sign-in', userId, address }, 'Signed in');
  const signedIn = await new Entry(database, settings, token).identify();
  if (!signedIn) throw errors.UNAUTHORIZED();
  return withMissingFactor(context, signedIn.me);
});

const signOut = api.signOut.handler(async ({ context }) => {
  const { database, settings, requestHeaders, resHeaders, log, signedIn } = context;
  const token = cookies.sessionToken(requestHeaders, settings);
  if (token !== undefined) await endSession(database, token);
  cookies.deleteSessionCookie(resHeaders, settings);
  if (signedIn) log.info({ event: 'sign-out', userId: signedIn.me.id }, 'Signed out');
});

const me = api.me.handler(({ context }) => (context.signedIn ? withMissingFactor(context, context.signedIn.me) : null));

const refresh = account.refresh.handler(async ({ context }) => {
  const { signedIn, database, settings } = context;
  return { sessionEndsAt: await prolongSession(database, signedIn.sessionId, settings) };
});

const changePassword = account.changePassword.handler(async ({ input, context, errors }) => {
  const { signedIn, database, settings, log, requestHeaders, resHeaders } = context;
  const { id: userId } = signedIn.me;
  const { currentPassword, newPassword } = input;
  await provePassword(context, signedIn.me, currentPassword, errors);
  if (newPassword === currentPassword) throw errors.WEAK_PASSWORD();
  if (await isGuessable(newPassword, signedIn.me)) {
    // People who try the demo world can go back to the password that its start prints.
    if (newPassword !== (await demoPassword(database, settings))) throw errors.WEAK_PASSWORD();
  }
  const hash = await hashPassword(newPassword);
  const token = await database.owner.transaction().execute(async (tx) => {
    // The history names the person for the access tokens that end.
    await sql`select set_config('app.user_id', ${userId}, true)`.execute(tx);
    await setPasswordHash(tx, userId, hash);
    await tx.updateTable('users').set({ mustChangePassword: false }).where('id', '=', userId).execute();
    // This session ends as well: anyone who copied its token is signed out, too.
    await endSessionsOf(tx, userId, 'password changed');
    return beginSession(tx, settings, userId, requestHeaders.get('user-agent'));
  });
  cookies.setSessionCookie(resHeaders, settings, token);
  log.info({ event: 'password changed', userId }, 'Password changed; all earlier sessions ended');
});

const mine = account.mine.handler(({ context: { signedIn, database, settings } }) =>
  sessionsOf(database, settings, signedIn),
);

const endOthers = account.endOthers.handler(async ({ input, context, errors }) => {
  const { signedIn, database, log } = context;
  await provePassword(context, signedIn.me, input.currentPassword, errors);
  await endSessionsOf(database.owner, signedIn.me.id, 'other device', { except: signedIn.sessionId });
  log.info({ event: 'sessions ended', userId: signedIn.me.id }, 'Other sessions ended');
});

const endOne = account.endOne.handler(async ({ input, context, errors }) => {
  const { signedIn, database, log } = context;
  await provePassword(context, signedIn.me, input.currentPassword, errors);
  const { id: userId } = signedIn.me;
  if ((await endSessionsOf(database.owner, userId, 'other device', { only: input.sessionId })) === 0) {
    throw errors.NOT_FOUND();
  }
  log.info({ event: 'sessions ended', userId }, 'Another session ended');
});

const endReason = api.endReason.handler(async ({ context: { database, settings, requestHeaders } }) => {
  const token = cookies.sessionToken(requestHeaders, settings);
  return token === undefined ? null : ((await endOf(database, token)) ?? null);
});

const supportContact = api.supportContact.handler(({ context }) => context.settings.SUPPORT_CONTACT ?? null);

export const session = {
  me,
  signIn,
  signOut,
  refresh,
  changePassword,
  mine,
  endOthers,
  endOne,
  endReason,
  supportContact,
};
