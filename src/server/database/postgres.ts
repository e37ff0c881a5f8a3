// Connections to a PostgreSQL server: numbers arrive as numbers, and every statement is prepared once per connection.
import type { Socket } from 'node:net';
import { PostgresDialect } from 'kysely';
import pg from 'pg';

const INT8 = 20;
const NUMERIC = 1700;
pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(NUMERIC, Number);

// Statement texts come from code, not from input, so their number is small; the bound is a belt beside the braces.
const MOST_PREPARED = 500;
const statementNames = new Map<string, string>();

function statementName(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known || statementNames.size >= MOST_PREPARED) return known;
  const name = `courtside_${statementNames.size + 1}`;
  statementNames.set(text, name);
  return name;
}

// A query that has not answered by then is on a connection that hangs: the connection is given up. It is longer than
// what PostgreSQL itself allows a request's statement (LIMITS in database.ts), so that a slow one is told apart.
const LONGEST_ANSWER_MS = 6000;
const LONGEST_CONNECT_MS = 2000;
// Beyond so many requests in the queue for one connection, waiting only makes everybody late.
const MOST_WAITING_PER_CONNECTION = 20;

type Answer = Promise<unknown>;

/**
 * Names statements, which halves the cost of the join reads: parsed and planned once per connection, not at each call. A
 * transaction's `begin` goes out with its first statement, in one message: one wait less in every call.
 */
class CourtsideClient extends pg.Client {
  private begins = false;

  // @ts-expect-error pg's overloads cannot be restated by a subclass; Kysely calls only (text, values).
  override query(...args: unknown[]) {
    const [text, values] = args;
    if (text === 'begin') {
      this.begins = true;
      return Promise.resolve({ command: 'BEGIN', rowCount: null, rows: [] });
    }
    const name = this.prepares && Array.isArray(values) && values.length > 0 && statementName(String(text));
    const first = this.begins;
    this.begins = false;
    const ask = super.query.bind(this) as (...rest: unknown[]) => Answer;
    if (first) this.stream.cork();
    const begun = first ? ask('begin') : undefined;
    const answer = name ? ask({ name, text, values }) : ask(...args);
    if (first) this.stream.uncork();
    if (answer instanceof Promise) answer.catch((error: Error) => this.giveUpWhenHanging(error));
    // Neither counts without the other: what was said of who asks holds only inside of the transaction.
    return begun ? Promise.all([begun, answer]).then(([, both]) => both) : answer;
  }

  protected get prepares(): boolean {
    return true;
  }

  private get stream(): Socket {
    return (this as unknown as { connection: { stream: Socket } }).connection.stream;
  }

  private giveUpWhenHanging(error: Error): void {
    if (error.message === 'Query read timeout') this.stream.destroy();
  }
}

class UnpreparingClient extends CourtsideClient {
  protected override get prepares(): boolean {
    return false;
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
    connectionTimeoutMillis: patient ? 5 * LONGEST_CONNECT_MS : LONGEST_CONNECT_MS,
    idleTimeoutMillis: 30_000,
    application_name: 'courtside',
    keepAlive: true,
    pipeline: true,
    ...(patient ? {} : { query_timeout: LONGEST_ANSWER_MS }),
    Client: (prepare ? CourtsideClient : UnpreparingClient) as unknown as typeof pg.Client,
  });
  // A connection that breaks (the server restarts) must not end the process, neither an idle one nor one that a
  // transaction holds between two statements; the pool opens a new one.
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  const bounded = {
    connect: () =>
      pool.waitingCount >= size * MOST_WAITING_PER_CONNECTION
        ? Promise.reject(new DatabaseBusy('Too many requests wait for a database connection.'))
        : pool.connect(),
    end: () => pool.end(),
    options: pool.options,
  };
  return { pool, dialect: new PostgresDialect({ pool: bounded }) };
}
