// Kysely's own PostgreSQL dialect over our connections, with names in camelCase here and in snake_case in SQL.
import {
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  Transaction,
  type DatabaseConnection,
  type PostgresPool,
  type PostgresPoolClient,
} from 'kysely';
import type { Connection, Connections, Sent } from './connections.ts';
import { snakeCase, type Answer, type Statement } from './statements.ts';
import type { Tables } from './tables.ts';

/** Writes names in snake_case. Answers come back with camelCase names (statements.ts). */
class Compiler extends PostgresQueryCompiler {
  /** Names of tables and columns come from code, so there are few. */
  readonly #written = new Map<string, string>();

  protected override sanitizeIdentifier(name: string): string {
    const known = this.#written.get(name);
    if (known !== undefined) return known;
    const written = super.sanitizeIdentifier(snakeCase(name));
    this.#written.set(name, written);
    return written;
  }
}

const adapter = new PostgresAdapter();
const compiler = new Compiler();

class Dialect extends PostgresDialect {
  override createQueryCompiler(): Compiler {
    return compiler;
  }
}

/** The answer to the last statement of a message. */
export function lastAnswer({ answers, error }: Sent): Answer {
  if (error) throw error;
  return answers.at(-1) as Answer;
}

/** A connection in the form in which Kysely's dialect uses one of `pg`. */
const clientOver = (connection: Connection) =>
  ({
    query: async (sql: string, parameters: readonly unknown[]) =>
      lastAnswer(await connection.send([{ sql, parameters }])),
    release: () => connection.giveBack(),
  }) as PostgresPoolClient;

/** All of the database, past row security. */
export function openKysely(connections: Connections): Kysely<Tables> {
  const pool = { connect: async () => clientOver(await connections.acquire()), end: async () => {} };
  return new Kysely<Tables>({ dialect: new Dialect({ pool: pool as unknown as PostgresPool }) });
}

const unused = new Dialect({ pool: async () => ({}) as PostgresPool });

/** What a call's handler gets: a transaction whose every statement goes through `run`. */
export function transactionOver(run: (statement: Statement) => Promise<Answer>): Transaction<Tables> {
  const streamQuery = (): never => {
    throw new Error('Rows are not streamed.');
  };
  const connection = { executeQuery: run as DatabaseConnection['executeQuery'], streamQuery };
  return new Transaction({
    config: { dialect: unused },
    dialect: unused,
    driver: new DummyDriver(),
    executor: new DefaultQueryExecutor(compiler, adapter, { provideConnection: (use) => use(connection) }),
  });
}
