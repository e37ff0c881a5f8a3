// Lets an attempt to sign in go on, or refuses it with the time to wait.
import type { SessionContext } from '../api.ts';
import { admitAttempt, type Attempt } from './attempts.ts';

type Refusal = (options: { message: string }) => Error;

export async function admit(
  context: SessionContext,
  attempt: Attempt,
  refuse: Refusal,
  what = 'failed sign-ins',
): Promise<void> {
  const { log, address, resHeaders } = context;
  const admission = await admitAttempt(context, attempt);
  if (admission === 'admitted') return;
  log.warn({ event: 'sign-in refused', address }, `Too many ${what}`);
  resHeaders?.set('retry-after', String(admission.retryAfter));
  const minutes = Math.ceil(admission.retryAfter / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  throw refuse({ message: `Too many ${what}. Please try again in ${wait}.` });
}
