// How a call reaches the database: every transaction begins with `enter`, which looks up the caller in the database and takes on
// that person's rights. The answer to `enter` is checked before a handler sees a row.
import type { Me } from '#contract/own-account.ts';
import { SIGNED_OUT, type Actor } from '#contract/permissions.ts';
import type { Settings } from '../settings.ts';
import { hashOfToken } from '../sign-in/sessions.ts';
import type { Connection, Connections, Sent } from './connections.ts';
import type { Database, Tx } from './database.ts';
import { lastAnswer, transactionOver } from './dialect.ts';
import type { Answer, Statement } from './statements.ts';

/** The person behind a session. */
export type SignedIn = { actor: Actor & { userId: string }; me: Me; sessionId: string };

/** Throws a refusal unless the person (undefined: signed out) has permission. */
export type Check = (person: SignedIn | undefined) => void;

/** The longest a session lasts without use, and in any case. */
export type SessionLimits = Pick<Settings, 'SESSION_IDLE_SECONDS' | 'SESSION_SECONDS'>;

type Entered = Omit<Me, 'roles' | 'sessionEndsAt' | 'secondFactorMissing'> & {
  sessionId: string;
  endsAt: Date;
  roles: Me['roles'] | null;
};

const ENTER = `select session_id, ends_at, user_id as id, email, name, must_change_password, is_super_admin, is_db_manager, roles
  from enter(decode($1, 'hex'), $2, $3)`;

const BEGIN: Statement = { sql: 'begin', parameters: [] };
const COMMIT: Statement = { sql: 'commit', parameters: [] };
const ROLLBACK: Statement = { sql: 'rollback', parameters: [] };

function signedInFrom({ sessionId, endsAt: sessionEndsAt, ...person }: Entered): SignedIn {
  const me = { ...person, roles: person.roles ?? {}, sessionEndsAt, secondFactorMissing: false };
  const { id: userId, isSuperAdmin, isDbManager, roles } = me;
  return { sessionId, actor: { userId, isSuperAdmin, isDbManager, roles }, me };
}

/** One request's way into the database. */
export class Entry {
  readonly #connections: Connections;
  readonly #enter: Statement;
  /** The caller, as of the last message. Undefined if signed out, or if no message was sent yet. */
  person: SignedIn | undefined;
  #hasEntered: boolean;

  /** @param token the session's token; without one, the caller is a signed-out visitor */
  constructor({ connections }: Database, limits: SessionLimits, token: string | undefined) {
    this.#connections = connections;
    const tokenHash = token === undefined ? null : hashOfToken(token);
    this.#enter = { sql: ENTER, parameters: [tokenHash, limits.SESSION_IDLE_SECONDS, limits.SESSION_SECONDS] };
    // No query is needed to know that nobody is signed in.
    this.#hasEntered = tokenHash === null;
  }

  get actor(): Actor {
    return this.person?.actor ?? SIGNED_OUT;
  }

  /** Looks up the caller in a message of its own, unless an earlier message has. */
  async identify(check: Check = () => {}): Promise<SignedIn | undefined> {
    if (this.#hasEntered) check(this.person);
    else await this.#alone([], check);
    return this.person;
  }

  // In both, a caller whose call sent no statement is checked at the end: nobody learns from a complaint about the input what a call
  // wants before it is known that they may call it.

  /**
   * Runs `work` with a `tx` for reading. Each statement is a transaction of its own, in one message; statements started at the
   * same time share it.
   */
  async read<T>(check: Check, work: (tx: Tx) => Promise<T>): Promise<T> {
    let isSent = false;
    let batch: { statements: Statement[]; answers: Promise<Answer[]> } | undefined;
    const send = async (statements: Statement[]): Promise<Answer[]> => {
      await new Promise(process.nextTick);
      [batch, isSent] = [undefined, true];
      return this.#alone(statements, check);
    };
    const run = async (statement: Statement): Promise<Answer> => {
      if (!batch) {
        const statements: Statement[] = [];
        batch = { statements, answers: send(statements) };
      }
      const place = batch.statements.push(statement) - 1;
      return (await batch.answers)[place] as Answer;
    };
    try {
      return await work(transactionOver(run));
    } finally {
      if (!isSent) await this.identify(check);
    }
  }

  /** Runs `work` in one transaction, which its first statement begins and which is committed when `work` succeeds. */
  async write<T>(check: Check, work: (tx: Tx) => Promise<T>): Promise<T> {
    let connection: Connection | undefined;
    let begun: Promise<Sent> | undefined;
    const run = async (statement: Statement): Promise<Answer> => {
      if (begun) {
        // Statements that are started together share the transaction.
        await begun;
        if (!connection) throw new Error('This transaction has ended.');
        return lastAnswer(await connection.send([statement]));
      }
      begun = this.#connections.acquire().then(async (acquired) => {
        connection = acquired;
        const sent = await acquired.send([BEGIN, this.#enter, statement]);
        this.#see(sent, check);
        return sent;
      });
      return lastAnswer(await begun);
    };
    try {
      const [done] = await Promise.allSettled([work(transactionOver(run))]);
      await (begun ?? this.identify(check));
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
  async #alone(statements: Statement[], check: Check): Promise<Answer[]> {
    const connection = await this.#connections.acquire();
    const sent = await connection.send([BEGIN, this.#enter, ...statements, COMMIT]);
    connection.giveBack();
    this.#see(sent, check);
    if (sent.error) throw sent.error;
    return sent.answers.slice(2, -1);
  }

  /** Finds out who entered, and checks that they may. */
  #see({ answers: [, entered], error }: Sent, check: Check): void {
    if (!entered) throw error ?? new Error('The database did not answer.');
    const [row] = entered.rows as Entered[];
    this.#hasEntered = true;
    this.person = row && signedInFrom(row);
    check(this.person);
  }
}
