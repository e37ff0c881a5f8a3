// Single sign-on: signing in at the provider that the operator has set up. The provider's answer arrives at an address of its own,
// `/sign-on/callback`; these calls are what happens before and after it. They are part of the calls about one's own session.
import * as z from 'zod/mini';
import { ownAccount, ownSession } from './call.ts';
import { storable } from './fields.ts';
import { me } from './own-account.ts';
import { secondFactorCode, WRONG_CODE } from './second-factor.ts';

/** A path of this site that no browser could mistake for another site's. Browsers drop control characters. */
const ownPath = z.string().check(
  z.regex(/^\/(?![/\\])\P{Cc}*$/u),
  z.maxLength(2000),
  storable,
  // `/..//elsewhere` becomes `//elsewhere`.
  z.refine((path) => URL.parse(path, 'https://courtside.test')?.pathname.startsWith('//') === false),
);

export const singleSignOn = {
  /** What the sign-in screen offers besides passwords; null without single sign-on. `problem`: how the last attempt ended. */
  signOnOffer: ownSession.input(z.strictObject({ problem: z.optional(z.string().check(z.maxLength(40))) })).output(
    z.nullable(
      z.object({
        /** As in “Sign in with Google”. */
        name: z.string(),
        /** Only one account, for emergencies, still has a password. */
        isOnlyWay: z.boolean(),
        problem: z.nullable(z.string()),
      }),
    ),
  ),
  /** Where the browser goes to sign in at the provider, which sends it back once, within 10 minutes. */
  beginSignOn: ownSession
    .input(z.strictObject({ returnTo: ownPath }))
    .output(z.object({ address: z.string() }))
    .errors({ NOT_OFFERED: { status: 409, message: 'This server has no single sign-on.' } }),
  /** For people with a second factor here, whose provider has not asked for one. */
  finishSignOn: ownSession
    .input(z.strictObject({ code: secondFactorCode }))
    .output(me)
    .errors({ WRONG_CODE, EXPIRED: { status: 410, message: 'This sign-in has expired. Please sign in again.' } }),
  /**
   * Since when the person's account is linked with an identity at the provider, and whether it has a password too. Without one, a recent
   * sign-in takes its place wherever a password is asked for again. Null without single sign-on.
   */
  signOnLink: ownAccount.output(z.nullable(z.object({ linkedAt: z.nullable(z.date()), hasPassword: z.boolean() }))),
};
