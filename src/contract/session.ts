// Signing in and out, the signed-in person, how long the session lasts, and changing one's password.
import * as z from 'zod/mini';
import { ownSession } from './call.ts';
import { id, role } from './words.ts';

const me = z.object({
  id,
  email: z.string(),
  name: z.string(),
  isSuperAdmin: z.boolean(),
  isDbManager: z.boolean(),
  /** The role in each school the person is assigned to, by school id. */
  roles: z.record(z.string(), role),
  /** The password came from support, and must be replaced before anything else. */
  mustChangePassword: z.boolean(),
  sessionEndsAt: z.date(),
});
export type Me = z.infer<typeof me>;

const MAX_PASSWORD = 128;
export const MIN_PASSWORD_LENGTH = 8;
/** Any characters, 8 to 128 of them. The server refuses common passwords; it has the list. */
const newPassword = z
  .string()
  .check(
    z.minLength(MIN_PASSWORD_LENGTH, `Use at least ${MIN_PASSWORD_LENGTH} characters.`),
    z.maxLength(MAX_PASSWORD, `Use at most ${MAX_PASSWORD} characters.`),
  );

const currentPassword = z.string().check(z.minLength(1), z.maxLength(1000));
const WRONG_PASSWORD = { status: 422, message: 'Incorrect current password.' };

/** Email and Password are required; there is no format rule beyond that. Source: specification, section 5. */
const signInInput = z.object({
  email: z.string().check(z.minLength(1, 'Email is required'), z.maxLength(254)),
  password: z.string().check(z.minLength(1, 'Password is required'), z.maxLength(1000)),
});

export const session = {
  /** Who is signed in, or null. */
  me: ownSession.output(z.nullable(me)),
  signIn: ownSession
    .input(signInInput)
    .output(me)
    .errors({
      UNAUTHORIZED: { status: 401, message: 'Incorrect email or password.' },
    }),
  signOut: ownSession.output(z.void()),
  /** Extends the session of an open tab, up to the absolute limit. */
  refresh: ownSession.output(z.object({ sessionEndsAt: z.date() })),
  changePassword: ownSession
    .input(z.object({ currentPassword, newPassword }))
    .output(z.void())
    .errors({
      WRONG_PASSWORD,
      WEAK_PASSWORD: { status: 422, message: 'This password is too easy to guess. Please choose another one.' },
    }),
  /** Where the person is signed in: this browser first, then the latest. Browsers have everyday names: "Firefox on Windows". */
  mine: ownSession.output(z.array(z.object({ id, browser: z.string(), since: z.date(), isThis: z.boolean() }))),
  /** Ends all other sessions. Needs the password. */
  endOthers: ownSession.input(z.object({ currentPassword })).output(z.void()).errors({ WRONG_PASSWORD }),
};
