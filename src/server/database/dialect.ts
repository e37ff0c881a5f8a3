// Kysely's own PostgreSQL dialect over our connections, with names in camelCase here and in snake_case in SQL.
import {
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  Transaction,
  type CompiledQuery,
  type PostgresPool,
  type PostgresPoolClient,
  type QueryResult,
} from 'kysely';
import type { Connection, Connections } from './connections.ts';
import type { Answer, Statement } from './statements.ts';
import type { Tables } from './tables.ts';

/** Writes names in snake_case. Answers come back with camelCase names (statements.ts). */
class Compiler extends PostgresQueryCompiler {
  /** Names of tables and columns come from code, so there are few. */
  readonly #written = new Map<string, string>();

  protected override sanitizeIdentifier(name: string): string {
    const known = this.#written.get(name);
    if (known !== undefined) return known;
    const written = super.sanitizeIdentifier(name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
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

/** A connection in the form in which Kysely's dialect uses one of `pg`. */
const clientOver = (connection: Connection): PostgresPoolClient =>
  ({
    query: async (text: string, values: readonly unknown[]) => {
      const { answers, error } = await connection.send([{ text, values }]);
      if (error) throw error;
      const { rows, affected: rowCount, command } = answers[0] as Answer;
      return { rows, rowCount, command };
    },
    release: (isBroken?: boolean | Error) => connection.giveBack(Boolean(isBroken)),
  }) as PostgresPoolClient;

/** All of the database, past row security. */
export function openKysely(connections: Connections): Kysely<Tables> {
  const pool = { connect: async () => clientOver(await connections.acquire()), end: async () => {} };
  return new Kysely<Tables>({ dialect: new Dialect({ pool: pool as unknown as PostgresPool }) });
}

const unused = new Dialect({ pool: async () => ({}) as PostgresPool });

type Run = (statement: Statement) => Promise<Answer>;

class Executor extends DefaultQueryExecutor {
  readonly #run: Run;

  constructor(run: Run) {
    super(compiler, adapter, { provideConnection: () => Promise.reject(new Error('Rows are not streamed.')) });
    this.#run = run;
  }

  override async executeQuery<Row>({ sql: text, parameters: values }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, affected } = await this.#run({ text, values });
    return { rows: rows as Row[], numAffectedRows: BigInt(affected) };
  }
}

/** What a call's handler gets: a transaction whose every statement goes through `run`. */
export const transactionOver = (run: Run): Transaction<Tables> =>
  new Transaction({
    config: { dialect: unused },
    dialect: unused,
    driver: new DummyDriver(),
    executor: new Executor(run),
  });
