// Signing in and out, and the person's own password. These calls concern the sign-in tables, outside row security.
import { plainEmail } from '#contract/fields.ts';
import { accountApi as account, sessionApi as api } from '../api.ts';
import { actAs } from '../database/database.ts';
import { demoPassword } from '../demo/demo-password.ts';
import type { Settings } from '../settings.ts';
import { admit, forgiveAttempt } from '../sign-in/attempts.ts';
import * as cookies from '../sign-in/cookies.ts';
import { checkCredentials, lockUser, replacePassword } from '../sign-in/credentials.ts';
import { knownDevice } from '../sign-in/devices.ts';
import { isGuessable } from '../sign-in/guessable.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { proveCode, provePassword } from '../sign-in/prove.ts';
import { hasSecondFactor } from '../sign-in/second-factor.ts';
import { signInAs, withMissingFactor } from '../sign-in/sign-in-as.ts';
import { isPasswordOff } from '../single-sign-on/only-way.ts';
import {
  beginSession,
  endOf,
  endSession,
  endSessionsOf,
  extendSession,
  isStillThere,
  sessionsOf,
} from '../sign-in/sessions.ts';

/** The same message for the one account that has a password, so that nobody learns which it is. */
const passwordsOff = ({ OIDC_NAME: name }: Settings): string =>
  `Incorrect email or password. Passwords are turned off here: use “Sign in with ${name}”.`;

export const signIn = api.signIn.handler(async ({ input, context, errors }) => {
  const { database, settings, log, address, network } = context;
  const email = plainEmail(input.email);
  const device = await knownDevice(context, email);
  const attempt = { email, address: network, device };
  await admit(context, attempt, errors.TOO_MANY_REQUESTS);
  // No account has the empty address, so a password that is off is refused like a wrong one, after the same time.
  const proved = await checkCredentials(context, isPasswordOff(settings, email) ? '' : email, input.password);
  if (proved === undefined) {
    log.info({ event: 'sign-in failed', address }, 'A sign-in failed');
    throw errors.UNAUTHORIZED(settings.OIDC_ONLY_EXCEPT === undefined ? {} : { message: passwordsOff(settings) });
  }
  if (await hasSecondFactor(database.owner, proved.id)) {
    // Keeps the count of failures: somebody who knows the password must not reset it between two guesses of the code.
    if (input.code === undefined) throw errors.CODE_REQUIRED();
    await proveCode(context, proved.id, input.code, errors);
  }
  await forgiveAttempt(database, attempt);
  const signedIn = await signInAs(context, { ...proved, email });
  if (!signedIn) throw errors.UNAUTHORIZED();
  return signedIn;
});

export const signOut = api.signOut.handler(async ({ context }) => {
  const { database, settings, requestHeaders, resHeaders, log, signedIn } = context;
  const token = cookies.sessionToken(requestHeaders, settings);
  if (token !== undefined) await endSession(database, token);
  cookies.deleteSessionCookie(resHeaders, settings);
  if (signedIn) log.info({ event: 'sign-out', userId: signedIn.me.id }, 'Signed out');
});

export const me = api.me.handler(({ context }) =>
  context.signedIn ? withMissingFactor(context, context.signedIn.me) : null,
);

export const refresh = account.refresh.handler(async ({ context }) => {
  const { signedIn, database, settings } = context;
  return { sessionEndsAt: await extendSession(database, signedIn.sessionId, settings) };
});

export const changePassword = account.changePassword.handler(async ({ input, context, errors }) => {
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
    await actAs(tx, userId);
    await lockUser(tx, userId);
    // Or support, a restored backup or another change of the password has ended the session since the password was checked.
    if (!(await isStillThere(tx, signedIn.sessionId))) throw errors.UNAUTHORIZED();
    await replacePassword(tx, { id: userId, hash, mustChangePassword: false }, 'password changed');
    return beginSession(tx, settings, userId, requestHeaders.get('user-agent'));
  });
  cookies.setSessionCookie(resHeaders, settings, token);
  log.info({ event: 'password changed', userId }, 'Password changed; all earlier sessions ended');
});

export const mine = account.mine.handler(({ context: { signedIn, database, settings } }) =>
  sessionsOf(database, settings, signedIn),
);

export const endOthers = account.endOthers.handler(async ({ input, context, errors }) => {
  const { signedIn, database, log } = context;
  await provePassword(context, signedIn.me, input.currentPassword, errors);
  await endSessionsOf(database.owner, signedIn.me.id, 'other device', { except: signedIn.sessionId });
  log.info({ event: 'sessions ended', userId: signedIn.me.id }, 'Other sessions ended');
});

export const endOne = account.endOne.handler(async ({ input, context, errors }) => {
  const { signedIn, database, log } = context;
  await provePassword(context, signedIn.me, input.currentPassword, errors);
  const { id: userId } = signedIn.me;
  if ((await endSessionsOf(database.owner, userId, 'other device', { only: input.sessionId })) === 0) {
    throw errors.NOT_FOUND();
  }
  log.info({ event: 'sessions ended', userId }, 'Another session ended');
});

export const endReason = api.endReason.handler(async ({ context: { database, settings, requestHeaders } }) => {
  const token = cookies.sessionToken(requestHeaders, settings);
  return token === undefined ? null : ((await endOf(database, token)) ?? null);
});

export const supportContact = api.supportContact.handler(({ context }) => context.settings.SUPPORT_CONTACT ?? null);
