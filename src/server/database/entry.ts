// How a call reaches the database: every transaction begins by entering, one statement that looks up the caller in the database and takes
// on that person's rights. Its answer is checked before a handler sees a row.
import { ORPCError } from '@orpc/client';
import type { Me } from '#contract/own-account.ts';
import type { Actor } from '#contract/permissions.ts';
import type { Logger } from 'pino';
import { authorize, type Asked } from '../authorize.ts';
import type { Settings } from '../settings.ts';
import { hashOfToken, extendSession } from '../sign-in/sessions.ts';
import type { Connection, Sent, Statement } from './connections.ts';
import type { Database, Tx } from './database.ts';
import { lastAnswer, transactionOver } from './dialect.ts';
import type { Answer } from './rows.ts';

export const UNKNOWN_ACCESS_TOKEN = 'This access token doesn’t exist, or it has ended.';

/** A program that calls with an access token of the person. */
export type Program = { canWrite: boolean };

/** The person behind a session or an access token, whose id and end are then in the place of the session's. */
export type SignedIn = { actor: Actor & { userId: string }; me: Me; sessionId: string; program?: Program };

/** The caller's credential: the token of a session, or an access token. */
export type Credential = string | { accessToken: string };

/** How long a session lasts without use, and at most. */
export type SessionLimits = Pick<Settings, 'SESSION_IDLE_SECONDS' | 'SESSION_SECONDS'>;

type Entered = Omit<Me, 'sessionEndsAt' | 'secondFactorMissing'> & {
  sessionId: string;
  endsAt: string;
  /** Only of a session: whether it is due to be extended. */
  isDue?: boolean;
  /** Only of an access token. */
  canWrite?: boolean;
};

/** One value, because PostgreSQL and pg describe each column in each answer. */
const enteredWith = (further: string): string =>
  `json_build_object('sessionId', session_id, 'endsAt', ends_at, 'id', user_id, 'email', email, 'name', name,
    'mustChangePassword', must_change_password, 'isSuperAdmin', is_super_admin, 'isDbManager', is_db_manager,
    'roles', coalesce(roles, '{}'), ${further})`;
// Somebody who still has to choose a first password sees no more than a visitor.
const ENTER = `select case when user_id is not null then ${enteredWith(`'isDue', is_due`)} end as entered,
  take_on(case when not must_change_password then user_id end, is_super_admin, is_db_manager, schools, managed_schools)
  from (select) as visitor left join session_of(decode($1, 'hex'), $2, $3) on true`;
const ENTER_BY_ACCESS_TOKEN = `select ${enteredWith(`'canWrite', can_write`)} as entered from enter_by_access_token(decode($1, 'hex'))`;

const BEGIN: Statement = { sql: 'begin', parameters: [] };
const COMMIT: Statement = { sql: 'commit', parameters: [] };
const ROLLBACK: Statement = { sql: 'rollback', parameters: [] };
// PostgreSQL otherwise notices only at the end of a statement that its client is gone, and keeps the locks until then. On some systems,
// such as Windows, it can't look, and refuses this setting.
const MAY_TAKE_LONG: Statement = {
  sql: `do $$ begin
    set local statement_timeout = '30s';
    begin
      set local client_connection_check_interval = '1s';
    exception when invalid_parameter_value then
    end;
  end $$`,
  parameters: [],
};

/** One request's way into the database. */
export class Entry {
  readonly #database: Database;
  readonly #limits: SessionLimits;
  readonly #enter: Statement;
  /** The caller, as of the last message. Undefined if signed out, or if no message was sent yet. */
  person: SignedIn | undefined;
  #hasEntered: boolean;
  #isDue = false;
  readonly #isProgram: boolean;

  /** Without a credential, the caller is a signed-out visitor. */
  constructor(database: Database, limits: SessionLimits, credential: Credential | undefined) {
    this.#database = database;
    this.#limits = limits;
    this.#isProgram = typeof credential === 'object';
    const token = typeof credential === 'object' ? credential.accessToken : credential;
    const hash = token === undefined ? null : hashOfToken(token);
    this.#enter = this.#isProgram
      ? { sql: ENTER_BY_ACCESS_TOKEN, parameters: [hash] }
      : { sql: ENTER, parameters: [hash, limits.SESSION_IDLE_SECONDS, limits.SESSION_SECONDS] };
    // No query is needed to know that nobody is signed in.
    this.#hasEntered = token === undefined;
  }

  /** Looks up the caller in a message of its own, unless an earlier message has, and refuses a call that the caller may not make. */
  async identify(asked?: Asked): Promise<SignedIn | undefined> {
    if (!this.#hasEntered) await this.#alone([], asked);
    else if (asked) authorize(asked, this.person);
    return this.person;
  }

  // Both check a caller whose call sent no statement at the end: an error about the input must not reveal anything about a call
  // to somebody who may not make it.

  /**
   * Runs `work` with a `tx` for reading. Each statement is a transaction of its own, in one message; statements started at the
   * same time share it.
   */
  async read<T>(asked: Asked, work: (tx: Tx) => Promise<T>): Promise<T> {
    let isSent = false;
    let batch: { statements: Statement[]; answers: Promise<Answer[]> } | undefined;
    const run = async (statement: Statement): Promise<Answer> => {
      if (!batch) {
        const statements: Statement[] = [];
        const answers = new Promise(process.nextTick).then(() => {
          [batch, isSent] = [undefined, true];
          return this.#alone(statements, asked);
        });
        batch = { statements, answers };
      }
      const place = batch.statements.push(statement) - 1;
      return (await batch.answers)[place] as Answer;
    };
    try {
      return await work(transactionOver(run));
    } finally {
      if (!isSent) await this.identify(asked);
    }
  }

  /** Runs `work` in one transaction, which its first statement begins and which is committed when `work` succeeds. */
  async write<T>(asked: Asked, work: (tx: Tx) => Promise<T>): Promise<T> {
    const { may } = asked.meta;
    // Deleting and restoring the largest school takes longer than other calls may (docs/decisions/0024-restoring-what-was-deleted.md).
    const isLong = typeof may === 'object' && (may.action === 'delete' || may.subject.startsWith('deleted'));
    let connection: Connection | undefined;
    let begun: Promise<Sent> | undefined;
    const run = async (statement: Statement): Promise<Answer> => {
      if (begun) {
        // Statements that are started together share the transaction.
        await begun;
        if (!connection) throw new Error('This transaction has ended.');
        return lastAnswer(await connection.send([statement]));
      }
      begun = this.#database.acquire().then(async (acquired) => {
        connection = acquired;
        if (isLong) acquired.waitLong();
        const sent = await acquired.send([BEGIN, this.#enter, ...(isLong ? [MAY_TAKE_LONG] : []), statement]);
        this.#see(sent, asked);
        return sent;
      });
      return lastAnswer(await begun);
    };
    try {
      const [done] = await Promise.allSettled([work(transactionOver(run))]);
      await (begun ?? this.identify(asked));
      if (done.status === 'rejected') throw done.reason;
      // PostgreSQL answers so when a statement has failed.
      if (connection && lastAnswer(await connection.send([COMMIT])).command === 'ROLLBACK') {
        throw new Error('A statement failed, so nothing was saved.');
      }
      return done.value;
    } catch (error) {
      await begun?.catch(() => {});
      await connection?.send([ROLLBACK]);
      throw error;
    } finally {
      connection?.giveBack();
      connection = undefined;
    }
  }

  /** Enters, runs the statements and commits, all in one message. */
  async #alone(statements: Statement[], asked?: Asked): Promise<Answer[]> {
    const connection = await this.#database.acquire();
    const sent = await connection.send([BEGIN, this.#enter, ...statements, COMMIT]);
    connection.giveBack();
    this.#see(sent, asked);
    if (sent.error) throw sent.error;
    return sent.answers.slice(2, -1);
  }

  /** Finds out who entered, and checks that they may. */
  #see({ answers: [, entered], error }: Sent, asked: Asked | undefined): void {
    if (!entered) throw error ?? new Error('The database did not answer.');
    const found = entered.rows[0]?.['entered'] as Entered | null | undefined;
    this.#hasEntered = true;
    this.person = undefined;
    if (found) {
      const { sessionId, endsAt, isDue = false, canWrite, ...known } = found;
      const me = { ...known, sessionEndsAt: new Date(endsAt), secondFactorMissing: false };
      const { id: userId, isSuperAdmin, isDbManager, roles } = me;
      const actor = { userId, isSuperAdmin, isDbManager, roles };
      this.#isDue = isDue;
      this.person = { sessionId, actor, me, ...(canWrite !== undefined && { program: { canWrite } }) };
    }
    // A program that is refused must not get a visitor's answer.
    else if (this.#isProgram) throw new ORPCError('UNAUTHORIZED', { message: UNKNOWN_ACCESS_TOKEN });
    if (asked) authorize(asked, this.person);
  }

  /** Extends the session if that is due. No answer waits for it: the caller's data already contains the new end. */
  extendSession(log: Logger): void {
    if (!this.#isDue || !this.person) return;
    const { sessionId } = this.person;
    this.#database.later(sessionId, async () => {
      try {
        await extendSession(this.#database, sessionId, this.#limits);
      } catch (error) {
        log.warn({ err: error }, 'Could not extend a session. Its next call tries again.');
      }
    });
  }
}
