// Kysely's own PostgreSQL dialect over our connections, with names in camelCase here and in snake_case in SQL.
import { Kysely, PostgresDialect, PostgresQueryCompiler, Transaction, type PostgresPool } from 'kysely';
import type { Connection, Sent, Statement } from './connections.ts';
import { snakeCase, type Answer } from './rows.ts';
import type { Tables } from './tables.ts';

/** Answers come back with camelCase names (rows.ts). */
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

// PostgreSQL may take hours to notice that a server's network is gone, and would keep the locks of its transaction until then. A call's
// transaction has a limit of its own (`take_on` in the migrations).
const limitIdleness = (limit: string): Statement => ({
  sql: `set local idle_in_transaction_session_timeout = '${limit}'`,
  parameters: [],
});

/** All of the database, past row security. `patient`: a transaction may wait for something else, such as a file. */
export function openKysely(acquire: () => Promise<Connection>, patient: boolean): Kysely<Tables> {
  const limit = limitIdleness(patient ? '15min' : '1min');
  const connect = async () => {
    const connection = await acquire();
    return {
      query: async (sql: string, parameters: unknown[]) => {
        const further = sql === 'begin' ? [limit] : [];
        return lastAnswer(await connection.send([{ sql, parameters }, ...further]));
      },
      release: () => connection.giveBack(),
    };
  };
  // Kysely uses no more of a pool of `pg`.
  return new Kysely({ dialect: new Dialect({ pool: { connect, end: async () => {} } as unknown as PostgresPool }) });
}

// What every transaction of a call has in common. It gets its connection from `run`, not from a driver.
const dialect = new Dialect({ pool: () => Promise.reject(new Error('A call has no pool.')) });
const shared = { config: { dialect }, dialect, driver: dialect.createDriver() };
const executor = new Kysely<Tables>(shared.config).getExecutor();

/** What a call's handler gets: a transaction whose every statement goes through `run`. */
export const transactionOver = (run: (statement: Statement) => Promise<Answer>): Transaction<Tables> =>
  new Transaction({ ...shared, executor: Object.assign(executor.withoutPlugins(), { executeQuery: run }) });
