// Every call goes through here: enter the database as the person who asks -> may they -> the handler, in a transaction that
// row security filters for that person.
import { implement, ORPCError } from '@orpc/server';
import type { Logger } from 'pino';
import type { CallMeta } from '#contract/call.ts';
import { contract } from '#contract/index.ts';
import { isAmong, may, SIGNED_OUT, type Actor } from '#contract/permissions.ts';
import type { Database, Tx } from './database/database.ts';
import type { Entry, SignedIn } from './database/entry.ts';
import { asDeclaredLimit } from './database/errors.ts';
import type { Email, Mailer } from './mail.ts';
import type { MonitoredReader } from './recognition/ballot-reader.ts';
import type { SeasonModels } from './season/models.ts';
import type { Settings } from './settings.ts';

// The keys are not exported, so a handler can neither open another transaction nor reach the database past row security.
const ENTRY = Symbol('entry');

/** What every call needs from its request. */
type CallContext = { [ENTRY]: Entry };

/** What a call gets that may send an email; servers without a mail server have no mailer. */
type LetterContext = CallContext & { mail?: Mailer | undefined };

/** Tells the school's staff how far an import is, before it is committed. */
type ReportProgress = (schoolId: string, importId: string, percent: number) => Promise<void>;

/** What the calls about stored data get besides `tx` and `actor`. */
type DataContext = LetterContext & { models: SeasonModels; reportProgress: ReportProgress };

/** What a call that reads ballots gets besides the person who asks. */
type BallotContext = CallContext & { log: Logger; ballotReader: MonitoredReader; resHeaders: Headers };

/** What the calls about the person's own session get: sign-in works on tables that no other call can reach. */
export type SessionContext = LetterContext & {
  database: Database;
  settings: Settings;
  log: Logger;
  /** The client's address: from the socket, or from a trusted proxy. */
  address: string;
  requestHeaders: Headers;
  /** The answer's own headers. */
  resHeaders: Headers;
  /** Holds an answer back for so many milliseconds, to slow down guessing. Tests only record for how long. */
  pause(ms: number): Promise<unknown>;
};

/** What is known about a request before any call runs. */
export type RequestContext = SessionContext & BallotContext & DataContext;

export const requestContext = (entry: Entry, rest: Omit<RequestContext, typeof ENTRY>): RequestContext => ({
  ...rest,
  [ENTRY]: entry,
});

/** The person who asked, as far as the request has found that out. */
export const askerOf = (context: RequestContext): SignedIn | undefined => context[ENTRY].person;

const { session: sessionContract, ballots, ...dataContract } = contract;

/** Calls about the person's own session. They run outside row security: the sign-in tables have no policies. */
export const sessionApi = implement(sessionContract)
  .$context<SessionContext>()
  .use(async ({ next, procedure }) => {
    try {
      return await next();
    } catch (error) {
      throw asDeclaredLimit(error, procedure['~orpc'].errorMap);
    }
  })
  .use(async ({ context, next }) => next({ context: { signedIn: await context[ENTRY].identify() } }));

const needsSignIn = ({ may: needed }: CallMeta): boolean =>
  needed !== 'open' && !may(SIGNED_OUT, needed.action, needed.subject);

/** Refuses people who must sign in, or choose a first password, before this call. */
function checkSignedIn(meta: CallMeta, person: SignedIn | undefined): void {
  if (!needsSignIn(meta)) return;
  if (!person) throw new ORPCError('UNAUTHORIZED', { message: 'Please sign in.' });
  if (person.me.mustChangePassword) {
    throw new ORPCError('FORBIDDEN', { message: 'Please choose a new password first.' });
  }
}

/** The school that a write concerns, so that its own people can be told from others before any SQL. */
function schoolIdOf(input: unknown): string | undefined {
  const schoolId = typeof input === 'object' && input !== null && 'schoolId' in input ? input.schoolId : undefined;
  // The input may not have been checked yet, so it can be anything.
  return typeof schoolId === 'string' ? schoolId : undefined;
}

/** Refuses what the matrix does not allow. Reads filter instead: people who may see no row get none. */
function checkPermission({ may: needed, writes, only }: CallMeta, actor: Actor, input: unknown): void {
  if (needed !== 'open' && writes && !may(actor, needed.action, needed.subject, schoolIdOf(input))) {
    throw new ORPCError('FORBIDDEN', { message: 'You don’t have permission to do that.' });
  }
  if (only !== undefined && !isAmong(only, actor)) {
    throw new ORPCError('FORBIDDEN', { message: 'You don’t have permission to see that.' });
  }
}

const actorOf = (person: SignedIn | undefined): Actor => person?.actor ?? SIGNED_OUT;

/** Calls that only compute. They hold no transaction: it would keep a connection from others. */
export const outsideApi = implement({ ballots })
  .$context<BallotContext>()
  .use(async ({ context, next, procedure }, input: unknown) => {
    const { meta } = procedure['~orpc'];
    const entry = context[ENTRY];
    const person = await entry.identify();
    checkSignedIn(meta, person);
    checkPermission(meta, actorOf(person), input);
    /** One look into the database with the person's rights, which ends before the computing begins. */
    const read = <Found>(work: (tx: Tx) => Promise<Found>): Promise<Found> =>
      entry.read((now) => checkSignedIn(meta, now), work);
    return next({ context: { actor: actorOf(person), read } });
  });

/** All other calls. -1: the input is checked after the first step and before the last. */
export const api = implement(dataContract)
  .$context<DataContext>()
  .$config({ initialInputValidationIndex: -1 })
  .use(async ({ context, next, procedure }, input: unknown) => {
    try {
      return await next();
    } catch (error) {
      // Nobody learns from a complaint about the input what a call wants before it is known that they may call it.
      if (error instanceof ORPCError && error.code === 'BAD_REQUEST') {
        const { meta } = procedure['~orpc'];
        const entry = context[ENTRY];
        const person = entry.hasEntered ? entry.person : await entry.identify();
        checkSignedIn(meta, person);
        checkPermission(meta, actorOf(person), input);
      }
      throw asDeclaredLimit(error, procedure['~orpc'].errorMap);
    }
  })
  .use(async ({ context, next, procedure }, input: unknown) => {
    const { meta } = procedure['~orpc'];
    const entry = context[ENTRY];
    const check = (person: SignedIn | undefined): void => {
      checkSignedIn(meta, person);
      checkPermission(meta, actorOf(person), input);
    };
    const actor = async (): Promise<Actor> => actorOf(entry.hasEntered ? entry.person : await entry.identify());
    if (!meta.writes) return entry.read(check, async (tx) => next({ context: { tx, actor, mail: undefined } }));
    // Letters leave once the change they speak of is committed.
    const emails: (() => void)[] = [];
    const mail = context.mail && {
      ...context.mail,
      send: (email: Email) => void emails.push(() => context.mail?.send(email)),
    };
    const result = await entry.write(check, async (tx) => next({ context: { tx, actor, mail } }));
    for (const send of emails) send();
    return result;
  });
