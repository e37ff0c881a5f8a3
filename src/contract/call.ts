// Every call of the contract begins here: with what it does to which subject. From that the server takes the audiences
// (permissions.ts) and how the call's transaction runs; a call cannot be written without it.
import { oc } from '@orpc/contract';
import type { Action, Audience, Subject } from './permissions.ts';

export type CallMeta = {
  /** `open` calls concern the asker's own session and need no permission. */
  may: { action: Action; subject: Subject } | 'open';
  /** A read that filters nothing and is refused to everyone else: the lists of the admin area. */
  only?: Audience;
  writes: boolean;
};

/** The refusals that any call may answer with; each message is what the person reads. */
const call = oc.$meta<CallMeta>({ may: 'open', writes: false }).errors({
  BAD_REQUEST: { status: 400, message: 'Some of the data sent is invalid.' },
  UNAUTHORIZED: { status: 401, message: 'Please sign in.' },
  FORBIDDEN: { status: 403, message: 'You don’t have permission to do that.' },
  NOT_FOUND: { status: 404, message: 'This no longer exists, or you don’t have permission to see it.' },
  CONFLICT: { status: 409, message: 'This already exists.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Please wait a moment.' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'The service is temporarily unavailable. Please try again.' },
});

/** A call that returns what the asker may see of a subject; with `only`, it is refused to all others. */
export const reads = (subject: Subject, only?: Audience) =>
  call.meta({ may: { action: 'read', subject }, writes: false, ...(only === undefined ? {} : { only }) });

/** A call that changes a subject, for those whom the matrix allows it. */
export const changes = (subject: Subject, action: Exclude<Action, 'read'>) =>
  call.meta({ may: { action, subject }, writes: true });

/** A call that only computes: it takes its time, keeps nothing, and runs outside any transaction. */
export const computes = (subject: Subject) => call.meta({ may: { action: 'create', subject }, writes: true });

/** A call about the asker's own session: signing in and out, who one is. It runs outside the database's row security. */
export const ownSession = call;
