// Signing in and out, the signed-in person, how long the session lasts, and changing one's password.
import * as z from 'zod/mini';
import { ownAccount, ownSession } from './call.ts';
import { accessTokens } from './access-tokens.ts';
import { accountLinks } from './account-links.ts';
import { currentPassword, KNOWN_ENDS, me, newPassword, WEAK_PASSWORD, WRONG_PASSWORD } from './own-account.ts';
import { secondFactor, secondFactorCode, WRONG_CODE } from './second-factor.ts';
import { singleSignOn } from './single-sign-on.ts';
import { id, storable } from './fields.ts';
import { studentCard } from './student-links.ts';

/** Email and password are required; their format isn't checked. */
const signInInput = z.strictObject({
  email: z.string().check(z.minLength(1, 'Email is required'), z.maxLength(254), storable),
  password: z.string().check(z.minLength(1, 'Password is required'), z.maxLength(1000)),
  /** For people with a second factor, after CODE_REQUIRED. */
  code: z.optional(secondFactorCode),
});

export const session = {
  /** Who is signed in, or null. */
  me: ownSession.output(z.nullable(me)),
  signIn: ownSession
    .input(signInInput)
    .output(me)
    .errors({
      UNAUTHORIZED: { status: 401, message: 'Incorrect email or password.' },
      CODE_REQUIRED: { status: 422, message: 'Enter the code from your authenticator app.' },
      WRONG_CODE,
    }),
  signOut: ownSession.output(z.void()),
  /** Extends the session of an open tab, up to the absolute limit. */
  refresh: ownAccount.output(z.object({ sessionEndsAt: z.date() })),
  changePassword: ownAccount.input(z.strictObject({ currentPassword, newPassword })).output(z.void()).errors({
    WRONG_PASSWORD,
    WEAK_PASSWORD,
  }),
  /** Where the person is signed in: this browser first, then the latest. Browsers have everyday names: "Firefox on Windows". */
  mine: ownAccount.output(z.array(z.object({ id, browser: z.string(), since: z.date(), isThis: z.boolean() }))),
  /** Ends all other sessions. Needs the password. */
  endOthers: ownAccount.input(z.strictObject({ currentPassword })).output(z.void()).errors({ WRONG_PASSWORD }),
  /** Ends one session, on another device. Needs the password, as ASVS 7.5.2 asks. */
  endOne: ownAccount
    .input(z.strictObject({ currentPassword, sessionId: id }))
    .output(z.void())
    .errors({ WRONG_PASSWORD }),
  /** Why the session of this browser's cookie was ended from elsewhere; null if it wasn't. */
  endReason: ownSession.output(z.nullable(z.enum(KNOWN_ENDS))),
  /** Where this server's people reach support: an email address or a link; null if the operator has set none. */
  supportContact: ownSession.output(z.nullable(z.string())),
  ...accountLinks,
  ...secondFactor,
  ...accessTokens,
  /** The card that a link shows. It runs with the rights of a visitor, whoever is signed in. */
  studentCard,
  ...singleSignOn,
};
