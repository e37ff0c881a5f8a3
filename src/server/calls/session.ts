// Signing in and out, and the own password. These calls speak with the sign-in library; they hold no transaction.
import type { Me } from '#contract/session.ts';
import { sessionApi as api, type RequestContext } from '../api.ts';
import { networkOf } from '../http/client-address.ts';
import { admitAttempt, forgiveAttempt } from '../sign-in/attempts.ts';
import { isGuessable } from '../sign-in/guessable.ts';
import { hashPassword, verifyPassword } from '../sign-in/passwords.ts';
import {
  beginSession,
  deleteEndedSessions,
  endSession,
  endSessionsOf,
  findSession,
  prolongSession,
  sessionsOf,
  sessionToken,
} from '../sign-in/sessions.ts';

/** The library's Set-Cookie headers become this answer's. */
function passCookies(context: RequestContext, from: Headers): void {
  for (const cookie of from.getSetCookie()) context.resHeaders?.append('set-cookie', cookie);
}

const signIn = api.signIn.handler(async ({ input, context, errors }) => {
  const { auth, database, settings, log, address } = context;
  const attempt = { email: input.email.trim().toLowerCase(), address: networkOf(address) };
  const admission = await admitAttempt(database, attempt);
  if (admission !== 'admitted') {
    log.warn({ event: 'sign-in refused', address }, 'Too many failed sign-ins');
    context.resHeaders?.set('retry-after', String(admission.retryAfter));
    const minutes = Math.ceil(admission.retryAfter / 60);
    const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
    throw errors.TOO_MANY_REQUESTS({ message: `Too many failed sign-ins. Please try again in ${wait}.` });
  }
  const signed = await (
    await auth()
  ).api
    .signInEmail({
      body: { email: attempt.email, password: input.password },
      headers: context.requestHeaders,
      returnHeaders: true,
    })
    .catch((error: unknown) => {
      // One answer for an unknown e-mail, a wrong password and an e-mail that is none.
      if (isRefusal(error)) return undefined;
      throw error;
    });
  if (!signed) {
    log.info({ event: 'sign-in failed', address }, 'A sign-in failed');
    throw errors.UNAUTHORIZED();
  }
  const { token } = signed.response;
  await beginSession(database, settings, token);
  passCookies(context, signed.headers);
  // The browser forgets the session that it had: nobody could end it any more.
  const before = sessionToken(context.requestHeaders, settings);
  if (before) await endSession(database, before);
  await deleteEndedSessions(database, settings);
  await forgiveAttempt(database, attempt);
  const userId = signed.response.user.id;
  await database.owner
    .updateTable('users')
    .set({ lastSignIn: new Date() })
    .where('id', '=', userId)
    .execute()
    // The specification's one exception: a sign-in that worked is not undone by a date that could not be written.
    .catch((error: unknown) => log.error({ err: error, userId }, 'Failed to update last_sign_in'));
  log.info({ event: 'sign-in', userId, address }, 'Signed in');
  const signedIn = await findSession(database, settings, token);
  if (!signedIn) throw errors.UNAUTHORIZED();
  return signedIn.me;
});

function isRefusal(error: unknown): boolean {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 500;
}

const signOut = api.signOut.handler(async ({ context }) => {
  const { auth, database, settings, requestHeaders, log, signedIn } = context;
  const token = sessionToken(requestHeaders, settings);
  if (token) await endSession(database, token);
  const { headers } = await (await auth()).api.signOut({ headers: requestHeaders, returnHeaders: true });
  passCookies(context, headers);
  if (signedIn) log.info({ event: 'sign-out', userId: signedIn.me.id }, 'Signed out');
});

const me = api.me.handler(({ context }) => context.signedIn?.me ?? null);

const refresh = api.refresh.handler(async ({ context, errors }) => {
  const { signedIn, database, settings } = context;
  if (!signedIn) throw errors.UNAUTHORIZED();
  return { sessionEndsAt: await prolongSession(database, settings, signedIn.token) };
});

type Refusals = Record<'TOO_MANY_REQUESTS' | 'WRONG_PASSWORD', () => Error>;

/** Whoever asks knows the password of the person who is signed in. */
async function provePassword({ database, address }: RequestContext, person: Me, password: string, errors: Refusals) {
  // Guessing the current password in a session that was left open is a failed sign-in like any other.
  const attempt = { email: person.email, address: `password change ${networkOf(address)}` };
  if ((await admitAttempt(database, attempt)) !== 'admitted') throw errors.TOO_MANY_REQUESTS();
  const account = await database.owner
    .selectFrom('accounts')
    .select('password')
    .where('userId', '=', person.id)
    .where('providerId', '=', 'credential')
    .executeTakeFirst();
  const right = account?.password && (await verifyPassword({ hash: account.password, password }));
  if (!right) throw errors.WRONG_PASSWORD();
  await forgiveAttempt(database, attempt);
}

const changePassword = api.changePassword.handler(async ({ input, context, errors }) => {
  const { signedIn, database, log } = context;
  if (!signedIn) throw errors.UNAUTHORIZED();
  const { id: userId } = signedIn.me;
  await provePassword(context, signedIn.me, input.currentPassword, errors);
  if (input.newPassword === input.currentPassword || (await isGuessable(input.newPassword, signedIn.me))) {
    throw errors.WEAK_PASSWORD();
  }
  const password = await hashPassword(input.newPassword);
  await database.owner.transaction().execute(async (tx) => {
    await tx
      .updateTable('accounts')
      .set({ password, updatedAt: new Date() })
      .where('userId', '=', userId)
      .where('providerId', '=', 'credential')
      .execute();
    await tx.updateTable('users').set({ mustChangePassword: false }).where('id', '=', userId).execute();
    await endSessionsOf(tx, userId, signedIn.token);
  });
  log.info({ event: 'password changed', userId }, 'Password changed; other sessions ended');
});

const mine = api.mine.handler(({ context: { signedIn, database, settings }, errors }) => {
  if (!signedIn) throw errors.UNAUTHORIZED();
  return sessionsOf(database, settings, signedIn);
});

const endOthers = api.endOthers.handler(async ({ input, context, errors }) => {
  const { signedIn, database, log } = context;
  if (!signedIn) throw errors.UNAUTHORIZED();
  await provePassword(context, signedIn.me, input.currentPassword, errors);
  await endSessionsOf(database.owner, signedIn.me.id, signedIn.token);
  log.info({ event: 'sessions ended', userId: signedIn.me.id }, 'Other sessions ended');
});

export const session = { me, signIn, signOut, refresh, changePassword, mine, endOthers };
