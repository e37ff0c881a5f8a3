// The signed-in person, and the rules for a new password.
import * as z from 'zod/mini';
import { id, role } from './fields.ts';
import { MIN_PASSWORD_LENGTH } from './words.ts';

export const me = z.object({
  id,
  email: z.string(),
  name: z.string(),
  isSuperAdmin: z.boolean(),
  isDbManager: z.boolean(),
  /** The role in each school the person is assigned to, by school id. */
  roles: z.record(z.string(), role),
  /** The password came from support, and must be replaced before anything else. */
  mustChangePassword: z.boolean(),
  /** A super admin without the second factor that this server requires, and therefore without rights. */
  secondFactorMissing: z.boolean(),
  sessionEndsAt: z.date(),
});
export type Me = z.infer<typeof me>;

const MAX_PASSWORD = 128;
/** Any characters, 8 to 128 of them. The server refuses common passwords; it has the list. */
export const newPassword = z
  .string()
  .check(
    z.minLength(MIN_PASSWORD_LENGTH, `Use at least ${MIN_PASSWORD_LENGTH} characters.`),
    z.maxLength(MAX_PASSWORD, `Use at most ${MAX_PASSWORD} characters.`),
  );

/** Empty for people without one, who use single sign-on. */
export const currentPassword = z.string().check(z.maxLength(1000));
export const WRONG_PASSWORD = { status: 422, message: 'Incorrect current password.' };
export const WEAK_PASSWORD = {
  status: 422,
  message: 'This password is too easy to guess. Please choose another one.',
};
/** Where single sign-on is the only way in. */
export const PASSWORDS_OFF = { status: 409, message: 'Passwords are turned off here. Use single sign-on.' };

/** Why a session was ended from elsewhere. */
export const KNOWN_ENDS = ['other device', 'password changed', 'account removed', 'support'] as const;
export type KnownEnd = (typeof KNOWN_ENDS)[number];
