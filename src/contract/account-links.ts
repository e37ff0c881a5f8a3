// Links that let a person in without a password: an invitation to a new account, and the reset of a forgotten password. A
// link's token is in the address's fragment, which browsers never send, and only its hash is stored.
import * as z from 'zod/mini';
import { MAX_CHANGES } from './list-files.ts';
import { changes, ownSession, reads } from './call.ts';
import { email, id, name, role } from './fields.ts';
import { mailing } from './mailing.ts';
import { fullList } from './words.ts';
import { me, newPassword, PASSWORDS_OFF, WEAK_PASSWORD } from './own-account.ts';

/** The secret of a link. */
export const linkToken = z
  .string()
  .check(z.regex(/^[\w-]{43}$/, 'This link is incomplete. Open the whole link, or ask for a new one.'));
const EXPIRED_LINK = {
  status: 410,
  message:
    'This link has expired, was already used, or was replaced by a newer one. Use the newest one, or ask for another.',
};
const HAS_ACCOUNT = { status: 409, message: 'An account with this email address already exists.' };

/** Calls that the holder of a link makes before signing in. They are part of the calls about one's own session. */
export const accountLinks = {
  /** Whom an invitation is for, and the schools that it opens. */
  invitation: ownSession
    .input(z.strictObject({ token: linkToken }))
    .output(z.object({ email: z.string(), schools: z.array(z.object({ name: z.string(), role })) }))
    .errors({ EXPIRED_LINK }),
  /** Creates the account with all assignments of the person's open invitations, and signs in. */
  acceptInvitation: ownSession
    .input(z.strictObject({ token: linkToken, name, newPassword }))
    .output(me)
    .errors({ EXPIRED_LINK, HAS_ACCOUNT, PASSWORDS_OFF, WEAK_PASSWORD, ...fullList('people') }),
  /** Whether this server can send mail, so that people can request a link themselves. */
  canMail: ownSession.output(z.boolean()),
  /** Sends a reset link if there is an account with this address, and a password for it. The answer is the same if there is none. */
  requestPasswordReset: ownSession
    .input(z.strictObject({ email }))
    .output(z.void())
    .errors({
      NO_MAIL: { status: 409, message: 'This server can’t send email. A super admin can make a reset link for you.' },
      MAIL_UNREACHABLE: {
        status: 409,
        message:
          'This server can’t send email right now. Try again in a few minutes, or have a super admin make a reset link for you.',
      },
    }),
  /** Says when a reset link is opened whether it still works. */
  passwordReset: ownSession
    .input(z.strictObject({ token: linkToken }))
    .output(z.literal(true))
    .errors({ EXPIRED_LINK, PASSWORDS_OFF }),
  /** Sets a new password and ends all sessions. */
  resetPassword: ownSession
    .input(z.strictObject({ token: linkToken, newPassword }))
    .output(z.void())
    .errors({ EXPIRED_LINK, PASSWORDS_OFF, WEAK_PASSWORD }),
};

/** Shown once: the server keeps only the token's hash. */
export const link = z.object({ token: z.string(), expiresAt: z.date() });
const invitation = z.object({ id, email: z.string(), role, expiresAt: z.date() });

export const newInvitation = z.strictObject({ email, schoolId: id, role });

/** Invitations to a school, made by super admins. */
export const invitations = {
  /** A school's open invitations, by email. */
  ofSchool: reads('invitation', 'super admin')
    .input(z.strictObject({ schoolId: id }))
    .output(z.array(invitation)),
  /** The link works once, for 7 days. Inviting the same person to the same school again replaces the link. */
  invite: changes('invitation', 'create')
    .input(newInvitation)
    .output(z.extend(link, mailing))
    .errors({ HAS_ACCOUNT, ...fullList('open invitations') }),
  /** A person who already has an account gets no invitation, and the answer has no link for them. */
  inviteMany: changes('invitation', 'create')
    .input(z.strictObject({ invitations: z.array(newInvitation).check(z.maxLength(MAX_CHANGES)) }))
    .output(z.object({ links: z.array(z.extend(link, { id, email: z.string() })), ...mailing }))
    .errors(fullList('open invitations')),
  revoke: changes('invitation', 'delete').input(z.strictObject({ id })).output(z.void()),
  /** Returns those that the caller has revoked, now or before. The others were accepted, replaced or revoked by somebody else. */
  revokeMany: changes('invitation', 'delete')
    .input(z.strictObject({ ids: z.array(id).check(z.maxLength(MAX_CHANGES)) }))
    .output(z.array(id)),
};

export const passwordResets = {
  /** The link works once, for an hour. */
  create: changes('passwordReset', 'create')
    .input(z.strictObject({ userId: id }))
    .output(link)
    .errors({
      ONLY_DB_MANAGERS: {
        status: 403,
        message: 'Only a database manager can reset the password of a database manager.',
      },
    }),
};
