// Signing in and out, and the person's own password. These calls concern the sign-in tables, outside row security.
import type { Me } from '#contract/session.ts';
import { sessionApi as api, type SessionContext } from '../api.ts';
import { demoPassword } from '../demo/demo-password.ts';
import { networkOf } from '../http/client-address.ts';
import { admitAttempt, forgiveAttempt, type Attempt } from '../sign-in/attempts.ts';
import * as cookies from '../sign-in/cookies.ts';
import { checkCredentials, setPasswordHash } from '../sign-in/credentials.ts';
import { knownDevice, newDevice } from '../sign-in/devices.ts';
import { Entry, prolongSession } from '../database/entry.ts';
import { isGuessable } from '../sign-in/guessable.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { beginSession, endSession, endSessionsOf, hashOfToken, limitsOf, sessionsOf } from '../sign-in/sessions.ts';

type Refusal = (options: { message: string }) => Error;

/** Lets the attempt go on, or refuses it with the time to wait. */
async function admit(context: SessionContext, attempt: Attempt, refuse: Refusal): Promise<void> {
  const { database, log, address, resHeaders } = context;
  const admission = await admitAttempt(database, attempt);
  if (admission === 'admitted') return;
  log.warn({ event: 'sign-in refused', address }, 'Too many failed sign-ins');
  resHeaders?.set('retry-after', String(admission.retryAfter));
  const minutes = Math.ceil(admission.retryAfter / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  throw refuse({ message: `Too many failed sign-ins. Please try again in ${wait}.` });
}

const signIn = api.signIn.handler(async ({ input, context, errors }) => {
  const { database, settings, log, address, requestHeaders, resHeaders } = context;
  const email = input.email.trim().toLowerCase();
  const device = await knownDevice(database, email, cookies.deviceCookie(requestHeaders, settings));
  const attempt = { email, address: networkOf(address), device };
  await admit(context, attempt, errors.TOO_MANY_REQUESTS);
  const userId = await checkCredentials(database, email, input.password);
  if (userId === undefined) {
    log.info({ event: 'sign-in failed', address }, 'A sign-in failed');
    throw errors.UNAUTHORIZED();
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
    .set({ lastSignIn: new Date() })
    .where('id', '=', userId)
    .execute()
    // The specification's one exception: a sign-in succeeds even if its date cannot be written.
    .catch((error: unknown) => log.error({ err: error, userId }, 'Failed to update last_sign_in'));
  log.info({ event: 'sign-in', userId, address }, 'Signed in');
  const signedIn = await new Entry(database, { tokenHash: hashOfToken(token) }, limitsOf(settings)).identify();
  if (!signedIn) throw errors.UNAUTHORIZED();
  return signedIn.me;
});

const signOut = api.signOut.handler(async ({ context }) => {
  const { database, settings, requestHeaders, resHeaders, log, signedIn } = context;
  const token = cookies.sessionToken(requestHeaders, settings);
  if (token !== undefined) await endSession(database, token);
  cookies.deleteSessionCookie(resHeaders, settings);
  if (signedIn) log.info({ event: 'sign-out', userId: signedIn.me.id }, 'Signed out');
});

const me = api.me.handler(({ context }) => context.signedIn?.me ?? null);

const refresh = api.refresh.handler(async ({ context, errors }) => {
  const { signedIn, database, settings } = context;
  if (!signedIn) throw errors.UNAUTHORIZED();
  return { sessionEndsAt: await prolongSession(database, signedIn.sessionId, limitsOf(settings)) };
});

type Refusals = { TOO_MANY_REQUESTS: Refusal; WRONG_PASSWORD(): Error };

/** Refuses unless this is the password of the person who is signed in. */
async function provePassword(context: SessionContext, person: Me, password: string, errors: Refusals): Promise<void> {
  const { database, address } = context;
  // Guessing the current password in a session that was left open is a failed sign-in like any other.
  const attempt = { email: person.email, address: `password change ${networkOf(address)}` };
  await admit(context, attempt, errors.TOO_MANY_REQUESTS);
  if ((await checkCredentials(database, person.email, password)) !== person.id) throw errors.WRONG_PASSWORD();
  await forgiveAttempt(database, attempt);
}

const changePassword = api.changePassword.handler(async ({ input, context, errors }) => {
  const { signedIn, database, settings, log, requestHeaders, resHeaders } = context;
  if (!signedIn) throw errors.UNAUTHORIZED();
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
    await setPasswordHash(tx, userId, hash);
    await tx.updateTable('users').set({ mustChangePassword: false }).where('id', '=', userId).execute();
    // This session ends as well: anyone who copied its token is signed out, too.
    await endSessionsOf(tx, userId);
    return beginSession(tx, settings, userId, requestHeaders.get('user-agent'));
  });
  cookies.setSessionCookie(resHeaders, settings, token);
  log.info({ event: 'password changed', userId }, 'Password changed; all earlier sessions ended');
});

const mine = api.mine.handler(({ context: { signedIn, database, settings }, errors }) => {
  if (!signedIn) throw errors.UNAUTHORIZED();
  return sessionsOf(database, settings, signedIn);
});

const endOthers = api.endOthers.handler(async ({ input, context, errors }) => {
  const { signedIn, database, log } = context;
  if (!signedIn) throw errors.UNAUTHORIZED();
  await provePassword(context, signedIn.me, input.currentPassword, errors);
  await endSessionsOf(database.owner, signedIn.me.id, signedIn.sessionId);
  log.info({ event: 'sessions ended', userId: signedIn.me.id }, 'Other sessions ended');
});

export const session = { me, signIn, signOut, refresh, changePassword, mine, endOthers };
