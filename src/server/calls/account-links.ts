// What the holder of a link does before signing in: accept an invitation, or replace a forgotten password.
import { sql } from 'kysely';
import { sessionApi as api, type Refusals, type SessionContext } from '../api.ts';
import { actAs, type Owner } from '../database/database.ts';
import { isDuplicate } from '../database/errors.ts';
import { deliverPatiently } from '../mail.ts';
import { holdInvitations, joinInvited, openInvitations } from '../sign-in/accept-invitation.ts';
import { admit, countedFor, deleteCounts } from '../sign-in/attempts.ts';
import { lockUser, replacePassword, setPasswordHash } from '../sign-in/credentials.ts';
import { isGuessable } from '../sign-in/guessable.ts';
import { isOpen, newLink, resetPath } from '../sign-in/links.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { storedHash } from '../sign-in/sessions.ts';
import { signInAs } from '../sign-in/sign-in-as.ts';
import { isPasswordOff } from '../single-sign-on/only-way.ts';

/** Wrong links aren't counted: nobody guesses 256 bits, and a refusal would keep others of the same network from their links. */
async function openLink<Link>(finding: Promise<Link | undefined>, errors: Refusals<'EXPIRED_LINK'>): Promise<Link> {
  const link = await finding;
  if (link === undefined) throw errors.EXPIRED_LINK();
  return link;
}

/** All open invitations of the person whom the link was made for. */
async function invitationsOf(owner: Owner, token: string) {
  const found = await openInvitations(owner, (all) =>
    all
      .selectFrom('invitations as invited')
      .select('invited.email')
      .where('invited.tokenHash', '=', storedHash(token))
      .where('invited.expiresAt', '>', sql<Date>`now()`),
  );
  const [first] = found;
  return first && { email: first.email, schools: found };
}

export const invitation = api.invitation.handler(({ input, context, errors }) =>
  openLink(invitationsOf(context.database.owner, input.token), errors),
);

export const acceptInvitation = api.acceptInvitation.handler(async ({ input, context, errors }) => {
  const { settings, database, log } = context;
  const { token, name, newPassword } = input;
  const { email } = await openLink(invitationsOf(database.owner, token), errors);
  if (isPasswordOff(settings, email)) throw errors.PASSWORDS_OFF();
  if (await isGuessable(newPassword, { name, email })) throw errors.WEAK_PASSWORD();
  const hash = await hashPassword(newPassword);
  const accepting = database.owner.transaction().execute(async (tx) => {
    await holdInvitations(tx, email);
    const open = await invitationsOf(tx, token);
    // Somebody used or revoked the link while this password was hashed.
    if (!open) throw errors.EXPIRED_LINK();
    const id = await joinInvited(tx, { email, name, schools: open.schools });
    await setPasswordHash(tx, id, hash);
    return id;
  });
  const userId = await accepting.catch((error: unknown) => {
    throw isDuplicate(error) ? errors.HAS_ACCOUNT() : error;
  });
  log.info({ event: 'invitation accepted', userId }, 'An invitation was accepted');
  const signedIn = await signInAs(context, { id: userId, email });
  if (!signedIn) throw errors.UNAUTHORIZED();
  return signedIn;
});

export const canMail = api.canMail.handler(({ context: { mail } }) => mail !== undefined);

/** A minimum interval between two links, so that nobody fills somebody else's mailbox. */
const MINUTES_BETWEEN_MAILS = 2;

/** Longer than the work for an existing account takes, even on a busy server. */
const RESET_ANSWER_MS = 500;

async function mailReset({ database, mail, log, pause }: SessionContext, email: string): Promise<void> {
  const { token, hash } = newLink();
  const { rows } = await sql`
    insert into password_resets (user_id, token_hash) select id, ${hash} from users u where email = ${email}
      and not exists (select from password_resets r where r.user_id = u.id
        and r.created_at between now() - make_interval(mins => ${MINUTES_BETWEEN_MAILS}) and now())
    returning user_id`.execute(database.owner);
  log.info({ event: 'password reset requested', sent: rows.length }, 'A password reset was requested');
  if (rows.length === 0 || !mail) return;
  const content = {
    subject: 'Reset your Courtside password',
    before: [
      'Someone, probably you, asked to reset the password of your Courtside account.',
      'Open this link within an hour to choose a new password. It works once.',
    ],
    link: { label: 'Choose a new password', address: mail.linkTo(resetPath(token)) },
    after: ['If that wasn’t you, ignore this email: your password stays as it is.'],
  };
  // An answer that waited for the mail server would show who has an account. Only a server that stops waits for it.
  database.later(`reset ${token}`, () => deliverPatiently(mail, { to: email, ...content }, log, pause));
}

export const requestPasswordReset = api.requestPasswordReset.handler(async ({ input: { email }, context, errors }) => {
  if (context.mail === undefined) throw errors.NO_MAIL();
  const attempt = { email: `reset ${email}`, address: `reset ${context.network}` };
  await admit(context, attempt, errors.TOO_MANY_REQUESTS, 'requests');
  // Asked for every address alike, so it tells nothing about any.
  if (!(await context.mail.isReachable(context.log))) throw errors.MAIL_UNREACHABLE();
  // The answer comes after the same time, and after the work that only an account causes. So neither its text nor its time tells
  // whether there is such an account, nor does the time of the person's next call.
  const wanted = isPasswordOff(context.settings, email) ? Promise.resolve() : mailReset(context, email);
  const mailing = wanted.catch((error: unknown) => context.log.error({ err: error }, 'A password reset failed'));
  await Promise.all([mailing, context.pause(RESET_ANSWER_MS)]);
});

/** Whose password the link replaces. */
async function openReset(
  { settings, database }: SessionContext,
  token: string,
  errors: Refusals<'EXPIRED_LINK' | 'PASSWORDS_OFF'>,
) {
  const finding = database.owner
    .selectFrom('passwordResets')
    .innerJoin('users', 'users.id', 'userId')
    .select(['userId', 'name', 'email'])
    .where('tokenHash', '=', storedHash(token))
    .where(isOpen)
    .executeTakeFirst();
  const person = await openLink(finding, errors);
  if (isPasswordOff(settings, person.email)) throw errors.PASSWORDS_OFF();
  return person;
}

export const passwordReset = api.passwordReset.handler(async ({ input: { token }, context, errors }) => {
  await openReset(context, token, errors);
  return true as const;
});

export const resetPassword = api.resetPassword.handler(async ({ input, context, errors }) => {
  const { database, log } = context;
  const { token, newPassword } = input;
  const person = await openReset(context, token, errors);
  if (await isGuessable(newPassword, person)) throw errors.WEAK_PASSWORD();
  const hash = await hashPassword(newPassword);
  const { userId, email } = person;
  await database.owner.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    await tx
      .deleteFrom('passwordResets')
      .where('tokenHash', '=', storedHash(token))
      .where(isOpen)
      .returning('userId')
      .executeTakeFirstOrThrow(() => errors.EXPIRED_LINK());
    await actAs(tx, userId);
    await replacePassword(tx, { id: userId, hash, mustChangePassword: false }, 'password changed');
    await deleteCounts(tx, countedFor(email));
  });
  log.info({ event: 'password reset', userId }, 'A password was reset by a link; all sessions ended');
});
