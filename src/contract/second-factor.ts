// The person's second factor: codes of an authenticator app, and recovery codes.
import * as z from 'zod/mini';
import { ownAccount } from './call.ts';
import { currentPassword, WRONG_PASSWORD } from './own-account.ts';

/** Six digits of the app, or a recovery code. */
export const secondFactorCode = z
  .string()
  .check(z.minLength(1, 'Enter the code from your authenticator app.'), z.maxLength(64, 'Incorrect code.'));
export const WRONG_CODE = {
  status: 422,
  message: 'Incorrect code. Wait for the next one, and check your phone’s clock.',
};

export const secondFactor = {
  secondFactor: ownAccount.output(z.object({ isOn: z.boolean(), recoveryCodesLeft: z.number() })),
  /** Creates a secret for the app. It takes effect once its first code is entered. */
  beginSecondFactor: ownAccount
    .input(z.strictObject({ currentPassword }))
    .output(z.object({ secret: z.string(), uri: z.string() }))
    .errors({ WRONG_PASSWORD, CONFLICT: { status: 409, message: 'You already have a second factor.' } }),
  /** Turns it on. The recovery codes are shown only now. */
  confirmSecondFactor: ownAccount
    .input(z.strictObject({ code: secondFactorCode }))
    .output(z.object({ recoveryCodes: z.array(z.string()) }))
    .errors({ WRONG_CODE, CONFLICT: { status: 409, message: 'You already have a second factor.' } }),
  removeSecondFactor: ownAccount
    .input(z.strictObject({ currentPassword, code: secondFactorCode }))
    .output(z.void())
    .errors({ WRONG_PASSWORD, WRONG_CODE }),
};
