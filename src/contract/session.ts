// Signing in and out, who one is, how long the session lasts, and the own password.
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
  /** A first password that support handed out must be replaced before anything else. */
  mustChangePassword: z.boolean(),
  sessionEndsAt: z.date(),
});
export type Me = z.infer<typeof me>;

const LONGEST_PASSWORD = 128;
export const SHORTEST_PASSWORD = 8;
/** Any characters, 8 to 128 of them. Common passwords are refused by the server, which knows the list. */
const newPassword = z
  .string()
  .check(
    z.minLength(SHORTEST_PASSWORD, `Use at least ${SHORTEST_PASSWORD} characters.`),
    z.maxLength(LONGEST_PASSWORD, `Use at most ${LONGEST_PASSWORD} characters.`),
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
  /** Prolongs the session of a tab that is open, up to the absolute limit. */
  refresh: ownSession.output(z.object({ sessionEndsAt: z.date() })),
  changePassword: ownSession
    .input(z.object({ currentPassword, newPassword }))
    .output(z.void())
    .errors({
      WRONG_PASSWORD,
      WEAK_PASSWORD: { status: 422, message: 'This password is too easy to guess. Please choose another one.' },
    }),
  /** Where the person is signed in, this browser first, then the latest; a browser is named as people do: "Firefox on Windows". */
  mine: ownSession.output(z.array(z.object({ id, browser: z.string(), since: z.date(), isThis: z.boolean() }))),
  /** Ends all sessions but this one, once the password was given again. */
  endOthers: ownSession.input(z.object({ currentPassword })).output(z.void()).errors({ WRONG_PASSWORD }),
};
