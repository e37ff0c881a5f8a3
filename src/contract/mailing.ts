// What a call that sends email reports about it. It answers once the mail server has.
import * as z from 'zod/mini';

/**
 * `refused`: not for this address. `delayed`: the mail server asked to wait. `unconfirmed`: it could not be reached, did not
 * answer in time, or stopped in between, so the email may or may not arrive.
 */
const problem = z.enum(['refused', 'delayed', 'unconfirmed']);
export type MailProblem = z.infer<typeof problem>;

const unsent = z.object({ email: z.string(), why: problem });
export type Unsent = z.infer<typeof unsent>;

export const mailing = {
  /** Whether this server sends email. */
  mailed: z.boolean(),
  /** The emails that the mail server has not accepted. */
  unsent: z.array(unsent),
};
