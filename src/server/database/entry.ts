// How a call reaches the database: every message begins with `enter`, which looks up the caller in the database and takes on
// that person's rights. The answer to `enter` is checked before a handler sees a row.
import type { Me } from '#contract/own-account.ts';
import type { Actor } from '#contract/permissions.ts';
import type { Database, Tx } from './database.ts';
import { transactionOver } from './dialect.ts';
import type { Answer, Sent, Statement, Wire } from './wire.ts';

/** What a request says about its sender: the hash of a session token, or null. */
export type Caller = { tokenHash: string | null };

/** The person behind a session. */
export type SignedIn = { actor: Actor & { userId: string }; me: Me; sessionId: string };

/** Throws a refusal unless the person (undefined: signed out) has permission. */
export type Check = (person: SignedIn | undefined) => void;

/** The longest a session lasts without use, and in any case. */
export type SessionLimits = { idleSeconds: number; maxSeconds: number };

type Entered = {
  sessionId: string;
  endsAt: Date;
  secondsToGain: number;
  userId: string;
  email: string;
  name: string;
  mustChangePassword: boolean;
  isSuperAdmin: boolean;
  isDbManager: boolean;
  roles: Me['roles'] | null;
};

const ENTER = `select session_id as "sessionId", ends_at as "endsAt", seconds_to_gain as "secondsToGain", user_id as "userId", email,
  name, must_change_password as "mustChangePassword", is_super_admin as "isSuperAdmin", is_db_manager as "isDbManager", roles
  from enter(decode($1, 'hex'), $2, $3)`;

const BEGIN: Statement = { text: 'begin', values: [] };

function signedInFrom({ rows }: Answer): SignedIn | undefined {
  const [row] = rows as Entered[];
  if (!row) return undefined;
  const { userId, email, name, mustChangePassword, isSuperAdmin, isDbManager } = row;
  const roles = row.roles ?? {};
  return {
    sessionId: row.sessionId,
    actor: { userId, isSuperAdmin, isDbManager, roles },
    me: {
      id: userId,
      email,
      name,
      mustChangePassword,
      isSuperAdmin,
      isDbManager,
      roles,
      sessionEndsAt: row.endsAt,
      secondFactorMissing: false,
    },
  };
}

// Updating the end at each request would make every read a write. A twentieth of the idle time is precise enough.
const PROLONG_AFTER = 0.05;

// A call that is prolonging the same session at this moment does it for both.
const PROLONG = `update sessions set expires_at = least(
    now() + make_interval(secs => $1), created_at + make_interval(secs => $2))
  where id = (select id from sessions where id = $3::uuid for update skip locked) returning expires_at as "endsAt"`;

type Waiting = { statement: Statement; resolve(answer: Answer): void; reject(error: unknown): void };

/** One request's way into the database. */
export class Entry {
  readonly #database: Database;
  readonly #enter: Statement;
  readonly #limits: SessionLimits;
  #mustProlong = false;
  #person: SignedIn | undefined;
  #hasEntered = false;

  constructor(database: Database, { tokenHash }: Caller, limits: SessionLimits) {
    this.#database = database;
    this.#limits = limits;
    this.#enter = { text: ENTER, values: [tokenHash, limits.idleSeconds, limits.maxSeconds] };
  }

  /** The caller, as of the last message. Undefined if signed out, or if no message was sent yet. */
  get person(): SignedIn | undefined {
    return this.#person;
  }

  get hasEntered(): boolean {
    return this.#hasEntered;
  }

  /** Looks up the caller in a separate message. */
  async identify(): Promise<SignedIn | undefined> {
    // Without a token the caller is signed out; no query is needed.
    if (this.#enter.values[0] === null) this.#hasEntered = true;
    else await this.#message([], () => {});
    return this.#person;
  }

  /**
   * Runs `work` with a `tx` for reading. Each statement is sent in its own message, together with `enter`. Statements started
   * at the same time share a message.
   */
  async read<T>(check: Check, work: (tx: Tx) => Promise<T>): Promise<T> {
    let waiting: Waiting[] = [];
    let isChecked = false;
    const flush = async (): Promise<void> => {
      const batch = waiting;
      waiting = [];
      isChecked = true;
      try {
        const answers = await this.#message(
          batch.map(({ statement }) => statement),
          check,
        );
        for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    };
    const run = (statement: Statement): Promise<Answer> =>
      new Promise((resolve, reject) => {
        waiting.push({ statement, resolve, reject });
        if (waiting.length === 1) process.nextTick(() => void flush());
      });
    const result = await work(transactionOver(run));
    if (!isChecked) await this.#message([], check);
    return result;
  }

  /** Runs `work` in one transaction, which `enter` begins and which is committed when `work` succeeds. */
  async write<T>(check: Check, work: (tx: Tx) => Promise<T>): Promise<T> {
    let wire: Wire | undefined;
    let begun: Promise<Answer> | undefined;
    let broken = false;
    const begin = async (statement: Statement): Promise<Answer> => {
      wire = await this.#database.wires.acquire();
      const { answers, error } = await wire.send([BEGIN, this.#enter, statement]);
      this.#see(answers[1], check);
      return answerOf({ answers: answers.slice(2), ...(error ? { error } : {}) });
    };
    const run = async (statement: Statement): Promise<Answer> => {
      if (!begun) return (begun = begin(statement));
      // Statements that start together share the transaction that the first one begins.
      await begun;
      return answerOf(await (wire as Wire).send([statement]));
    };
    const end = async (text: 'commit' | 'rollback'): Promise<void> => {
      if (!wire) return;
      const sent = await wire.send([{ text, values: [] }]);
      broken = sent.error !== undefined;
      // PostgreSQL answers a commit with ROLLBACK when a statement before it has failed.
      if (text === 'commit' && answerOf(sent).command === 'ROLLBACK') {
        throw new Error('A statement failed, so nothing was saved.');
      }
    };
    try {
      const result = await work(transactionOver(run));
      await begun;
      if (wire) {
        await end('commit');
        broken = !(await this.#prolong(wire));
      } else await this.#message([], check);
      return result;
    } catch (error) {
      await begun?.catch(() => {});
      await end('rollback');
      throw error;
    } finally {
      wire?.release(broken);
    }
  }

  /** Enters and runs the statements, all in one message. */
  async #message(statements: Statement[], check: Check): Promise<Answer[]> {
    const wire = await this.#database.wires.acquire();
    let broken = false;
    try {
      const sent = await wire.send([this.#enter, ...statements]);
      const [entered, ...answers] = sent.answers;
      this.#see(entered, check);
      if (sent.error) throw sent.error;
      broken = !(await this.#prolong(wire));
      return answers;
    } finally {
      wire.release(broken);
    }
  }

  /** If `enter` itself failed there is no answer, and the message's error says why. */
  #see(entered: Answer | undefined, check: Check): void {
    if (!entered) return;
    this.#hasEntered = true;
    this.#person = signedInFrom(entered);
    const [row] = entered.rows as Entered[];
    this.#mustProlong ||= row !== undefined && row.secondsToGain > this.#limits.idleSeconds * PROLONG_AFTER;
    check(this.#person);
  }

  /**
   * Prolongs the session if it is time to, after the call's own transaction and on the connection that the call already holds:
   * calls that waited for a second one could wait for one another. Returns false if the connection failed. The call was
   * answered then, and the next one prolongs the session.
   */
  async #prolong(wire: Wire): Promise<boolean> {
    if (!this.#mustProlong || !this.#person) return true;
    this.#mustProlong = false;
    const { sessionId, me } = this.#person;
    const { idleSeconds, maxSeconds } = this.#limits;
    const { answers, error } = await wire.send([{ text: PROLONG, values: [idleSeconds, maxSeconds, sessionId] }]);
    const [row] = (answers[0]?.rows ?? []) as { endsAt: Date }[];
    if (row) me.sessionEndsAt = row.endsAt;
    return error === undefined;
  }
}

function answerOf({ answers, error }: Sent): Answer {
  if (error) throw error;
  return answers.at(-1) as Answer;
}
