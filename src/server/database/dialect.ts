// Kysely's own PostgreSQL dialect over our connections, with names in camelCase here and in snake_case in SQL.
import {
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  Transaction,
  type PostgresPool,
} from 'kysely';
import type { Connection, Sent } from './connections.ts';
import { snakeCase, type Answer, type Statement } from './statements.ts';
import type { Tables } from './tables.ts';

/** Writes names in snake_case. Answers come back with camelCase names (statements.ts). */
class Compiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(snakeCase(name));
  }
}

class Dialect extends PostgresDialect {
  override createQueryCompiler(): Compiler {
    return new Compiler();
  }
}

/** The answer to the last statement of a message. */
export function lastAnswer({ answers, error }: Sent): Answer {
  if (error) throw error;
  return answers.at(-1) as Answer;
}

/** All of the database, past row security. */
export function openKysely(acquire: () => Promise<Connection>): Kysely<Tables> {
  const connect = async () => {
    const connection = await acquire();
    return {
      query: async (sql: string, parameters: readonly unknown[]) =>
        lastAnswer(await connection.send([{ sql, parameters }])),
      release: () => connection.giveBack(),
    };
  };
  // Kysely uses no more of a pool of `pg`.
  const pool = { connect, end: async () => {} } as unknown as PostgresPool;
  return new Kysely<Tables>({ dialect: new Dialect({ pool }) });
}

// What every transaction of a call has in common. It gets its connection from `run`, not from a driver.
const driver = new DummyDriver();
const noConnections = new DefaultConnectionProvider(driver);
const dialect = new Dialect({ pool: async () => ({}) as PostgresPool });
const [compiler, adapter] = [new Compiler(), new PostgresAdapter()];

/** What a call's handler gets: a transaction whose every statement goes through `run`. */
export function transactionOver(run: (statement: Statement) => Promise<Answer>): Transaction<Tables> {
  const executor = new DefaultQueryExecutor(compiler, adapter, noConnections);
  executor.executeQuery = run as typeof executor.executeQuery;
  return new Transaction({ config: { dialect }, dialect, driver, executor });
}
