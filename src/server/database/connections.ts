// Connections to PostgreSQL: a pool of `pg` in pipeline mode, which sends statements without waiting for the answers to those
// before them.
import { Socket } from 'node:net';
import pg from 'pg';
import { answerFrom, preparedName, types, type Answer, type Statement } from './statements.ts';

// A connection that owes answers and is silent for this long is closed as hung. This is longer than PostgreSQL's limit for a call's
// statement (`take_on` in the migrations), so that a slow statement doesn't look like a dead server.
const MAX_ANSWER_MS = 6000;
const MAX_CONNECT_MS = 2000;
// Beyond this many requests in the queue per connection, waiting would only make everybody late.
const MAX_WAITING_PER_CONNECTION = 20;

/** How PostgreSQL lists these connections (`application_name`). */
export const APPLICATION_NAME = 'courtside';

/** The answers of the statements that succeeded, in order; `error` is why the next one failed. */
export type Sent = { answers: Answer[]; error?: Error };

type ClientOptions = {
  /** Whether a connection keeps statements that it has parsed and planned. */
  prepare?: boolean;
  /** Waits as long as a migration or a backup takes. */
  patient?: boolean;
};

class Client extends pg.Client {
  readonly #socket: Socket;
  readonly #prepare: boolean;
  #unanswered = 0;
  #isBroken = false;
  /** The pool gives each connection that it lends this method. */
  declare readonly release: (close: boolean) => void;

  constructor({ prepare = true, patient = false, ...config }: pg.ClientConfig & ClientOptions = {}) {
    const socket = new Socket();
    super({ ...config, pipeline: true, stream: () => socket });
    this.#socket = socket;
    this.#prepare = prepare;
    if (patient) return;
    // pg's own `query_timeout` has a timer for each statement, which kept every answer in memory until a long garbage collection.
    socket.setTimeout(MAX_ANSWER_MS, () => {
      const late = Object.assign(new Error('PostgreSQL did not answer in time.'), { code: 'ETIMEDOUT' });
      if (this.#unanswered > 0) socket.destroy(late);
    });
  }

  /** Sends all statements in one message. Never rejects: what went wrong is in `error`. */
  send(statements: readonly Statement[]): Promise<Sent> {
    this.#unanswered += statements.length;
    return new Promise((resolve) => {
      const sent: Sent = { answers: [] };
      let unanswered = statements.length;
      const take = (error: Error | null, result: pg.QueryArrayResult): void => {
        if (error) sent.error ??= error;
        // A text of several statements, such as a migration, has several results.
        else if (!sent.error) sent.answers.push(answerFrom([result].flat().at(-1) as pg.QueryArrayResult));
        unanswered -= 1;
        this.#unanswered -= 1;
        if (unanswered > 0) return;
        this.#isBroken ||= sent.error !== undefined && endsConnection(sent.error);
        resolve(sent);
      };
      // Holds back its bytes until all statements are written.
      this.#socket.cork();
      for (const { sql: text, parameters } of statements) {
        const name = this.#prepare ? preparedName(text) : undefined;
        // With a callback: the results of pg's promises would survive the quick garbage collections, which took a tenth of a call's time.
        this.query({ text, values: [...parameters], rowMode: 'array', ...(name !== undefined && { name }) }, take);
      }
      this.#socket.uncork();
    });
  }

  /** Gives the connection back, or closes it if it is broken or still in a transaction. */
  giveBack(): void {
    this.release(this.#isBroken || this.getTransactionStatus() !== 'I');
  }
}

/**
 * Anything but a refusal of the database leaves it unknown what the connection will answer next, and after some refusals (57P: PostgreSQL
 * or somebody in charge of it ends the connection; 08: it broke) it answers no more.
 */
const endsConnection = (error: Error): boolean =>
  !(error instanceof pg.DatabaseError) || /^(?:08|57P)/.test(error.code ?? '');

/** A connection that nobody else uses until it is given back. */
export type Connection = Pick<Client, 'send' | 'giveBack'>;

export type PoolOptions = ClientOptions & { pool: number };

export function openPool(connectionString: string, { pool: max, patient = false, prepare = true }: PoolOptions) {
  const config: pg.PoolConfig & ClientOptions = {
    prepare,
    patient,
    connectionString,
    types,
    max,
    connectionTimeoutMillis: patient ? 5 * MAX_CONNECT_MS : MAX_CONNECT_MS,
    idleTimeoutMillis: 30_000,
    application_name: APPLICATION_NAME,
    keepAlive: true,
  };
  const pool = new pg.Pool({ ...config, Client });
  // A connection that breaks (the server restarts) must not end the process, neither an idle one nor one that a
  // transaction holds between two statements. The pool opens a new one.
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  const acquire = async (): Promise<Connection> => {
    if (pool.waitingCount < max * MAX_WAITING_PER_CONNECTION) return (await pool.connect()) as unknown as Client;
    // The code is PostgreSQL's own for too many connections.
    throw Object.assign(new Error('Too many requests wait for a database connection.'), { code: '53300' });
  };
  return { pool, acquire };
}
