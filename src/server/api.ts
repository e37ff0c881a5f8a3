// Every call goes through here: who asks -> may they -> one transaction as them -> the handler.
import { implement, ORPCError } from '@orpc/server';
import type { Logger } from 'pino';
import { contract } from '#contract/index.ts';
import { isAmong, may, SIGNED_OUT, type Actor } from '#contract/permissions.ts';
import { asPerson, type Database } from './database/database.ts';
import type { MonitoredReader } from './recognition/ballot-reader.ts';
import type { Settings } from './settings.ts';
import type { Auth } from './sign-in/auth.ts';
import type { SignedIn } from './sign-in/sessions.ts';

/** What is known about a request before any call runs. */
export type RequestContext = {
  database: Database;
  settings: Settings;
  auth: () => Promise<Auth>;
  log: Logger;
  signedIn: SignedIn | undefined;
  ballotReader: MonitoredReader;
  /** The client's address: from the socket, or from a proxy that is trusted. */
  address: string;
  requestHeaders: Headers;
  resHeaders?: Headers;
};

const { session: sessionContract, ballots, ...dataContract } = contract;
const outsideContract = { ballots };

/** The own-session calls: outside any transaction, for they speak with the sign-in library. */
export const sessionApi = implement(sessionContract).$context<RequestContext>();

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
      throw new ORPCError('FORBIDDEN', { message: 'You may not do this.' });
    }
    if (only !== undefined && !isAmong(only, actor)) {
      throw new ORPCError('FORBIDDEN', { message: 'You may not see this.' });
    }
    return next();
  });

/** The calls that only compute. They hold no transaction: the embedded database has one connection, for everyone. */
export const outsideApi = implement(outsideContract).$context<RequestContext>().use(whoAsks).use(mayThey);

/** All other calls. -2: the input is checked after the first step (who asks) and before the second (may they). */
export const api = implement(dataContract)
  .$context<RequestContext>()
  .$config({ initialInputValidationIndex: -2 })
  .use(whoAsks)
  .use(mayThey)
  .use(({ context: { actor, database }, next }) =>
    asPerson(database, actor.userId, async (tx) => next({ context: { tx } })),
  );
