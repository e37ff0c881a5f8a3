// Connections to a PostgreSQL server.
import pg from 'pg';
import { encode, Reader, type Prepared, type Sent, type Statement, type Wire, type Wires } from './wire.ts';

// A message without an answer by then is on a connection that hangs, and the connection is closed. It is longer than what
// PostgreSQL allows a call's statement (`enter` in the migrations), so that a slow statement doesn't look like a dead server.
const MAX_ANSWER_MS = 6000;
const MAX_CONNECT_MS = 2000;
// With more requests than this in the queue for one connection, waiting only makes everybody late.
const MAX_WAITING_PER_CONNECTION = 20;

type Connection = { stream: { write(bytes: Buffer): void; destroy(): void } };
type Fields = Parameters<Reader['describe']>[0];

/** One message, in the form in which node-postgres takes a query of somebody else's making. */
class Message {
  readonly #statements: readonly Statement[];
  readonly #prepared: Prepared;
  readonly #reader: Reader;
  /** node-postgres wraps it with its time limit. */
  callback: (error?: Error | null) => void;

  constructor(statements: readonly Statement[], prepared: Prepared, done: (sent: Sent) => void) {
    this.#statements = statements;
    this.#prepared = prepared;
    this.#reader = new Reader(statements, prepared);
    this.callback = (error) => {
      if (!error) this.#reader.remember();
      done(error ? { answers: this.#reader.answers, error } : { answers: this.#reader.answers });
    };
  }

  submit(connection: Connection): void {
    connection.stream.write(encode(this.#statements, this.#prepared));
  }

  handleRowDescription({ fields }: { fields: Fields }): void {
    this.#reader.describe(fields);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#reader.row(fields);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#reader.complete(text);
  }

  handleEmptyQuery(): void {
    this.#reader.complete('');
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(null);
  }
}

/** The queue for a connection is full. The code is PostgreSQL's own for too many connections. */
class DatabaseBusy extends Error {
  readonly code = '53300';
}

/** `patient` connections wait as long as a migration or a backup takes. */
export type PostgresOptions = { pool: number; prepare: boolean; patient?: boolean };

export function openPostgres(url: string, { pool: size, prepare, patient = false }: PostgresOptions) {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: patient ? 5 * MAX_CONNECT_MS : MAX_CONNECT_MS,
    idleTimeoutMillis: 30_000,
    application_name: 'courtside',
    keepAlive: true,
    ...(patient ? {} : { query_timeout: MAX_ANSWER_MS }),
  });
  // A connection that breaks (the server restarts) must not end the process, neither an idle one nor one that a
  // transaction holds between two statements. The pool opens a new one.
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));

  const prepared = new WeakMap<pg.PoolClient, NonNullable<Prepared>>();
  const wireOf = (client: pg.PoolClient): Wire => {
    const known: Prepared = prepare ? (prepared.get(client) ?? new Map()) : null;
    if (known) prepared.set(client, known);
    return {
      send: (statements) =>
        new Promise((resolve) => {
          const done = (sent: Sent): void => {
            if (sent.error?.message === 'Query read timeout') {
              (client as unknown as { connection: Connection }).connection.stream.destroy();
            }
            resolve(sent);
          };
          client.query(new Message(statements, known, done) as unknown as pg.Submittable);
        }),
      release: (broken = false) => client.release(broken),
    };
  };
  const wires: Wires = {
    acquire: async () => {
      if (pool.waitingCount >= size * MAX_WAITING_PER_CONNECTION) {
        throw new DatabaseBusy('Too many requests wait for a database connection.');
      }
      return wireOf(await pool.connect());
    },
  };
  return { pool, wires };
}
