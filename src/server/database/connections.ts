// Connections to PostgreSQL: a pool of `pg` in pipeline mode, which sends statements without waiting for the answers to those
// before them.
import { Socket } from 'node:net';
import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { answerFrom, types, type Answer } from './rows.ts';

// A connection that owes answers and is silent for this long is closed as hung. This is longer than PostgreSQL's limit for a call's
// statement (`take_on` in the migrations), so that a slow statement doesn't look like a dead server.
const MAX_ANSWER_MS = 6000;
/** The same for what may take long (`MAY_TAKE_LONG` in entry.ts). */
const MAX_LONG_ANSWER_MS = 31_000;
const MAX_CONNECT_MS = 2000;
// Asks the other side after this much silence whether it is still there, so that a backup whose network is gone ends within a quarter
// of an hour and not after two hours, the system's default.
const STILL_THERE_MS = 60_000;

/** How PostgreSQL lists these connections (`application_name`). */
export const APPLICATION_NAME = 'courtside';

export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;

/**
 * Part of a statement whose best plan depends on its values, such as a filter: it is planned afresh each time. All others
 * are parsed and planned once per connection.
 */
export const PLAN_EACH_TIME = '/* plan each time */';

// The texts of statements come from code, not from input, so their number is small. The limit guards against a mistake.
const MAX_PREPARED = 500;
const REPEATED = /^\s*(?:select|insert|update|delete|with)\b/i;
const preparedNames = new Map<string, string>();

/** The name under which a connection keeps the statement; undefined for one that it doesn't keep. */
function preparedName(text: string): string | undefined {
  const known = preparedNames.get(text);
  if (known !== undefined || preparedNames.size >= MAX_PREPARED) return known;
  if (!REPEATED.test(text) || text.includes(PLAN_EACH_TIME)) return undefined;
  preparedNames.set(text, `courtside_${preparedNames.size + 1}`);
  return preparedNames.get(text);
}

/** The answers of the statements that succeeded, in order; `error` is why the next one failed. */
export type Sent = { answers: Answer[]; error?: Error };

export type PoolOptions = {
  pool: number;
  /** Whether a connection keeps statements that it has parsed and planned. */
  prepare?: boolean;
  /** Waits as long as a migration, a backup or the cleanup takes. */
  patient?: boolean;
};

class Client extends pg.Client {
  readonly #socket: Socket;
  readonly #nameOf: typeof preparedName;
  readonly #maxAnswerMs: number;
  /** Whether PostgreSQL has answered everything, and waits for more. */
  #isReady = true;
  /** The pool gives each connection that it lends this method. */
  declare readonly release: (close: boolean) => void;

  constructor({ prepare = true, patient = false, ...config }: pg.ClientConfig & Partial<PoolOptions> = {}) {
    const socket = new Socket();
    super({ ...config, pipeline: true, stream: () => socket });
    [this.#socket, this.#nameOf] = [socket, prepare ? preparedName : () => undefined];
    this.#maxAnswerMs = patient ? 0 : MAX_ANSWER_MS;
    this.on('drain', () => void (this.#isReady = true));
    // A connection that breaks between two statements of a transaction must not end the process.
    this.on('error', () => {});
    // pg's own `query_timeout` has a timer for each statement, which kept every answer in memory until a long garbage collection.
    socket.setTimeout(this.#maxAnswerMs).on('timeout', () => {
      const late = Object.assign(new Error('PostgreSQL did not answer in time.'), { code: 'ETIMEDOUT' });
      if (!this.#isReady) socket.destroy(late);
    });
  }

  /** Sends all statements in one message. Never rejects: what went wrong is in `error`. */
  send(statements: readonly Statement[]): Promise<Sent> {
    this.#isReady = false;
    return new Promise((resolve) => {
      const sent: Sent = { answers: [] };
      let unanswered = statements.length;
      const take = (error: Error | null, result: pg.QueryArrayResult): void => {
        if (error) sent.error ??= error;
        // A text of several statements, such as a migration, has several results.
        else if (!sent.error) sent.answers.push(answerFrom([result].flat().at(-1) as pg.QueryArrayResult));
        unanswered -= 1;
        if (unanswered === 0) resolve(sent);
      };
      // Holds back its bytes until all statements are written.
      this.#socket.cork();
      for (const { sql: text, parameters } of statements) {
        // With a callback: the results of pg's promises would survive the quick garbage collections, which took a tenth of a call's time.
        this.query({ text, values: [...parameters], rowMode: 'array', name: this.#nameOf(text) }, take);
      }
      this.#socket.uncork();
    });
  }

  /** Waits longer for answers until it is given back. */
  waitLong(): void {
    if (this.#maxAnswerMs > 0) this.#socket.setTimeout(MAX_LONG_ANSWER_MS);
  }

  /** Ends the connection at once. Statements under way fail, and PostgreSQL rolls their transaction back. */
  cut(): void {
    this.#socket.destroy();
  }

  /** Gives the connection back. Closes it if it isn't ready, because it broke or PostgreSQL is ending it, or is still in a transaction. */
  giveBack(): void {
    this.#socket.setTimeout(this.#maxAnswerMs);
    this.release(!this.#isReady || this.getTransactionStatus() !== 'I');
  }
}

/** A connection that nobody else uses until it is given back. */
export type Connection = Pick<Client, 'send' | 'waitLong' | 'giveBack'>;

export function openPool(connectionString: string, options: PoolOptions) {
  const { pool: max, patient = false } = options;
  const pool = new pg.Pool({
    ...options,
    Client,
    connectionString,
    types,
    max,
    connectionTimeoutMillis: patient ? 5 * MAX_CONNECT_MS : MAX_CONNECT_MS,
    idleTimeoutMillis: 30_000,
    application_name: APPLICATION_NAME,
    keepAlive: true,
    keepAliveInitialDelayMillis: STILL_THERE_MS,
  });
  // An idle connection that breaks, because the server restarts, must not end the process either. The pool opens a new one.
  pool.on('error', () => {});
  const clients = new Set<Client>();
  pool.on('connect', (client) => void clients.add(client as Client));
  pool.on('remove', (client) => void clients.delete(client as Client));
  // Whoever waits longer than it may take to connect is refused: an answer that comes too late helps nobody.
  const acquire = pool.connect.bind(pool) as unknown as () => Promise<Connection>;
  return { pool, acquire, cut: () => clients.forEach((client) => client.cut()) };
}
