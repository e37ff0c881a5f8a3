// Every call of the contract starts here, by saying what it does to which subject. The server reads the permissions
// (permissions.ts) and the kind of transaction from that; a call can't be written without it.
import { oc } from '@orpc/contract';
import type { Action, Audience, Subject } from './permissions.ts';
import { NO_PERMISSION, NOT_THERE, UNFIT } from './words.ts';

export type CallMeta = {
  /** `open` calls need no permission, and `own account` calls only that somebody is signed in. */
  may: { action: Action; subject: Subject } | 'open' | 'own account';
  /** Set on reads that filter nothing and are refused to everyone else: the lists of the admin area. */
  only?: Audience;
  writes: boolean;
  /** `transaction`: with the person's rights. `outside`: without any transaction. */
  runs: 'transaction' | 'outside';
  /** The file that the call takes. Only such a call may be larger than a form. */
  upload?: Upload;
};

/** The greatest size of a file, and the sentence that refuses a larger one. */
export type Upload = { maxBytes: number; tooLarge: string };

/** The errors that any call may answer with. People read the messages. */
const call = oc.$meta<CallMeta>({ may: 'open', writes: false, runs: 'outside' }).errors({
  BAD_REQUEST: { status: 400, message: UNFIT },
  UNAUTHORIZED: { status: 401, message: 'Please sign in.' },
  FORBIDDEN: { status: 403, message: NO_PERMISSION },
  NOT_FOUND: { status: 404, message: NOT_THERE },
  CONFLICT: { status: 409, message: 'This already exists.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Please wait a moment.' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'The service is temporarily unavailable. Please try again.' },
});

/** A call that returns what the person may see of a subject; with `only`, it is refused to everyone else. */
export const reads = (subject: Subject, only?: Audience) =>
  call.meta({
    may: { action: 'read', subject },
    writes: false,
    runs: 'transaction',
    ...(only === undefined ? {} : { only }),
  });

/** A call that changes a subject, for the people the matrix allows to. */
export const changes = (subject: Subject, action: Exclude<Action, 'read'>, upload?: Upload) =>
  call.meta({ may: { action, subject }, writes: true, runs: 'transaction', ...(upload ? { upload } : {}) });

/** A call that only computes: it may take a while, stores nothing, and runs outside any transaction. */
export const computes = (subject: Subject, upload?: Upload) =>
  call.meta({ may: { action: 'create', subject }, writes: true, runs: 'outside', ...(upload ? { upload } : {}) });

/** A call about a session or a link, which anybody can make. It runs outside the database's row security. */
export const ownSession = call;

/** A call about the person's own account, also before they have replaced a first password. It runs outside row security, too. */
export const ownAccount = call.meta({ may: 'own account', writes: false, runs: 'outside' });
