// Re-authentication: asks people who are signed in, or about to be, for what they know or have: the password, or a code of the second factor.
import { sql } from 'kysely';
import type { Me } from '#contract/own-account.ts';
import type { AccountContext, Refusals, SessionContext } from '../api.ts';
import { isPasswordOff } from '../single-sign-on/only-way.ts';
import { admit, codesOf, forgiveAttempt } from './attempts.ts';
import { checkCredentials } from './credentials.ts';
import { checkSecondFactor } from './second-factor.ts';
import { isStillThere } from './sessions.ts';

/** For how long a sign-in at the provider of single sign-on stands in for a password. */
const RECENT_MINUTES = 10;

/**
 * People who came by single sign-on may have no password, or one from before passwords were turned off. `isRecent`: whether they have signed
 * in in the last minutes.
 */
async function personWithoutPassword({ database, settings, signedIn: { me, sessionId } }: AccountContext) {
  // Not a sign-in from before the clock was set back.
  const { rows } = await sql<{ isRecent: boolean }>`
    select created_at between now() - make_interval(mins => ${RECENT_MINUTES}) and now() as is_recent
      from sessions left join passwords using (user_id)
      where id = ${sessionId} and user_id = ${me.id} and (hash is null or ${isPasswordOff(settings, me.email)})`.execute(
    database.owner,
  );
  return rows[0];
}

/** Refuses unless this is the password of the person who is signed in, or they have none and have just signed in. */
export async function provePassword(
  context: AccountContext,
  person: Me,
  password: string,
  errors: Refusals<'TOO_MANY_REQUESTS' | 'WRONG_PASSWORD' | 'UNAUTHORIZED'>,
): Promise<void> {
  const { database, network, signedIn } = context;
  const without = await personWithoutPassword(context);
  if (without?.isRecent) return;
  if (without) {
    const message = `You don’t have a password. Sign out and in again, and do this within ${RECENT_MINUTES} minutes.`;
    throw errors.WRONG_PASSWORD({ message });
  }
  // Guessing the current password in a session that was left open is a failed sign-in like any other.
  const attempt = { email: person.email, address: `password change ${network}` };
  await admit(context, attempt, errors.TOO_MANY_REQUESTS);
  if ((await checkCredentials(context, person.email, password))?.id !== person.id) {
    // It was right when the call began, if another change of the password has ended the session meanwhile.
    throw (await isStillThere(database.owner, signedIn.sessionId)) ? errors.WRONG_PASSWORD() : errors.UNAUTHORIZED();
  }
  await forgiveAttempt(database, attempt);
}

/**
 * Counts attempts per person, wherever they come from: a code has only six digits. Nobody can lock another person out by
 * that, because the password comes first.
 */
export async function limitingCodes<Result>(
  context: SessionContext,
  userId: string,
  check: () => Promise<Result | undefined>,
  errors: Refusals<'TOO_MANY_REQUESTS' | 'WRONG_CODE'>,
): Promise<Result> {
  const attempt = codesOf(userId);
  await admit(context, attempt, errors.TOO_MANY_REQUESTS, 'wrong codes');
  const result = await check();
  if (result === undefined) {
    context.log.info({ event: 'wrong code', userId, address: context.address }, 'A code of a second factor was wrong');
    throw errors.WRONG_CODE();
  }
  await forgiveAttempt(context.database, attempt);
  return result;
}

/** Refuses unless this is a code of the person's second factor. */
export const proveCode = (
  context: SessionContext,
  userId: string,
  code: string,
  errors: Refusals<'TOO_MANY_REQUESTS' | 'WRONG_CODE'>,
): Promise<true> =>
  limitingCodes(context, userId, async () => (await checkSecondFactor(context, userId, code)) || undefined, errors);
