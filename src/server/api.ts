// What the handlers of calls get. http/call-routes.ts shows what happens before and after.
import { implement } from '@orpc/server';
import type { Logger } from 'pino';
import { contract } from '#contract/index.ts';
import type { Actor } from '#contract/permissions.ts';
import type { Database, Tx } from './database/database.ts';
import type { SignedIn } from './database/entry.ts';
import type { Client } from './http/client-address.ts';
import type { Mailer, Outbox } from './mail.ts';
import type { MonitoredReader } from './recognition/ballot-reader.ts';
import type { SeasonModels } from './season/models.ts';
import type { Settings } from './settings.ts';
import type { Targets } from './webhooks/targets.ts';
import type { Provider } from './single-sign-on/provider.ts';

/** What calls about stored data get: a transaction that row security filters for the person who asks. */
export type DataContext = {
  tx: Tx;
  /** Reads before `tx` begins, so that slow work in between holds no connection. */
  before: <Result>(read: (tx: Tx) => Promise<Result>) => Promise<Result>;
  actor: () => Promise<Actor>;
  /** Undefined without a mail server. Emails are sent once their change is committed, and `unsent` in the answer is set then. */
  outbox?: Outbox | undefined;
  models: SeasonModels;
  webhookTargets: Targets;
  /** Tells the school's staff how far an import is, before it is committed. */
  reportProgress: (schoolId: string, importId: string, percent: number) => void;
};

/** What calls that read ballots get. They only compute, so they hold no transaction and no connection. */
type BallotContext = {
  signedIn: SignedIn;
  /** The schools with premium status among those that the person is staff of. */
  premiumSchools: readonly string[];
  log: Logger;
  ballotReader: MonitoredReader;
  /** Reads what the person may see, in a message of its own to the database. */
  before: <Result>(read: (tx: Tx) => Promise<Result>) => Promise<Result>;
  resHeaders: Headers;
};

/** What signing in gets, by a call or by an answer of single sign-on. */
export type SignInContext = Client & {
  signedIn: SignedIn | undefined;
  database: Database;
  settings: Settings;
  mail?: Mailer | undefined;
  /** The provider of single sign-on; undefined if it is off. */
  provider: Provider | undefined;
  log: Logger;
  requestHeaders: Headers;
  /** The answer's own headers. */
  resHeaders: Headers;
  /** Delays an answer by this many milliseconds, to slow down guessing and floods. Tests only record the delay. */
  pause(ms: number): Promise<unknown>;
};

/** What calls about the person's own session get. They run outside row security: the sign-in tables have no policies. */
export type SessionContext = SignInContext & { models: SeasonModels };

/** What calls about the person's own account get. */
export type AccountContext = SessionContext & { signedIn: SignedIn };

/** What the server has ready for a call. Each handler's type names only what its kind of call may use. */
export type CallContext = DataContext & BallotContext & AccountContext;

/** What refuses a call with one of its errors, for what several handlers share. */
export type Refusals<Code extends string> = Readonly<Record<Code, (options?: { message: string }) => Error>>;

const { session, ballots, ...data } = contract;
export const api = implement(data).$context<DataContext>();
export const outsideApi = implement({ ballots }).$context<BallotContext>();
export const sessionApi = implement(session).$context<SessionContext>();
export const accountApi = implement(session).$context<AccountContext>();
