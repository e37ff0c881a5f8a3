// Every call goes through here: who asks -> may they -> one transaction as that person -> the handler. A handler gets the
// transaction and the actor; it cannot name the database behind them, so there is no way around row security.
import { implement, ORPCError } from '@orpc/server';
import type { Logger } from 'pino';
import { contract } from '#contract/index.ts';
import { isAmong, may, SIGNED_OUT, type Actor } from '#contract/permissions.ts';
import { asPerson, type Database } from './database/database.ts';
import type { BallotReader } from './recognition/ballot-reader.ts';
import type { Settings } from './settings.ts';
import type { SignedIn } from './sign-in/sessions.ts';

/** What only this file hands out, to the few calls that need it. */
export type ServerParts = {
  database: Database;
  settings: Settings;
  ballotReader: BallotReader;
  /** The client's address: from the socket, or from a trusted proxy. */
  address: string;
  requestHeaders: Headers;
};

/** Not exported: whatever is kept under this key is out of reach for handlers. */
const parts = Symbol('server parts');

/** What is known about a request before any call runs. */
export type RequestContext = {
  log: Logger;
  signedIn: SignedIn | undefined;
  resHeaders?: Headers;
  readonly [parts]: ServerParts;
};

export const requestContext = (log: Logger, signedIn: SignedIn | undefined, server: ServerParts): RequestContext => ({
  log,
  signedIn,
  [parts]: server,
});

const { session: sessionContract, ballots, ...dataContract } = contract;
const outsideContract = { ballots };

/** Calls about the person's own session. They run outside row security: the sign-in tables have no policies. */
export const sessionApi = implement(sessionContract)
  .$context<RequestContext>()
  .use(({ context, next }) => next({ context: context[parts] }));
export type SessionContext = RequestContext & ServerParts;

/** A write names the school it concerns, so that the school's own people can be told apart from others before any SQL. */
function schoolIdOf(input: unknown): string | undefined {
  return typeof input === 'object' && input !== null && 'schoolId' in input ? String(input.schoolId) : undefined;
}

const step = implement({ ...dataContract, ...outsideContract }).$context<RequestContext>();

const whoAsks = step.middleware(({ context, next, procedure }) => {
  const { may: needed } = procedure['~orpc'].meta;
  const actor: Actor = context.signedIn?.actor ?? SIGNED_OUT;
  const signsIn = needed !== 'open' && !may(SIGNED_OUT, needed.action, needed.subject);
  if (signsIn && actor.userId === null) throw new ORPCError('UNAUTHORIZED', { message: 'Please sign in.' });
  if (signsIn && context.signedIn?.me.mustChangePassword) {
    throw new ORPCError('FORBIDDEN', { message: 'Please choose a new password first.' });
  }
  return next({ context: { actor } });
});

// Reads filter: one who may see no row gets none. Writes refuse.
const mayThey = step
  .$context<RequestContext & { actor: Actor }>()
  .middleware(({ context: { actor }, next, procedure }, input: unknown) => {
    const { may: needed, writes, only } = procedure['~orpc'].meta;
    if (needed !== 'open' && writes && !may(actor, needed.action, needed.subject, schoolIdOf(input))) {
      throw new ORPCError('FORBIDDEN', { message: 'You don’t have permission to do that.' });
    }
    if (only !== undefined && !isAmong(only, actor)) {
      throw new ORPCError('FORBIDDEN', { message: 'You don’t have permission to see that.' });
    }
    return next();
  });

/** The calls that only compute. They hold no transaction: the embedded database has one connection for everyone. */
export const outsideApi = implement(outsideContract)
  .$context<RequestContext>()
  .use(whoAsks)
  .use(mayThey)
  .use(({ context, next }) => next({ context: { ballotReader: context[parts].ballotReader } }));

/** All other calls. -2: the input is checked after the first step (who asks) and before the second (may they). */
export const api = implement(dataContract)
  .$context<RequestContext>()
  .$config({ initialInputValidationIndex: -2 })
  .use(whoAsks)
  .use(mayThey)
  .use(({ context, next }) =>
    asPerson(context[parts].database, context.actor.userId, async (tx) => next({ context: { tx } })),
  );
