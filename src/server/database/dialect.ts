// Kysely over wires: the same few lines for both databases. A transaction's `begin` goes out with its first statement.
import {
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  Transaction,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { Tables } from './tables.ts';
import type { Answer, Statement, Wire, Wires } from './wire.ts';

/** Writes names in snake_case. Answers come back with camelCase names (wire.ts). */
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

const asStatement = ({ sql: text, parameters: values }: CompiledQuery): Statement => ({ text, values });

const asResult = <Row>({ rows, affected }: Answer): QueryResult<Row> => ({
  rows: rows as Row[],
  numAffectedRows: BigInt(affected),
});

const noStream = (): never => {
  throw new Error('Rows are not streamed: read them in pages.');
};

class WireConnection implements DatabaseConnection {
  readonly wire: Wire;
  /** The `begin` to send with the transaction's first statement. */
  #begin: string | undefined;
  #broken = false;

  constructor(wire: Wire) {
    this.wire = wire;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return asResult(await this.#send(asStatement(query)));
  }

  streamQuery = noStream;

  begin({ isolationLevel, accessMode }: TransactionSettings): void {
    const isolation = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
    this.#begin = `begin${isolation}${accessMode === undefined ? '' : ` ${accessMode}`}`;
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    const hasBegun = this.#begin === undefined;
    this.#begin = undefined;
    if (!hasBegun) return;
    const { command } = await this.#send({ text: how, values: [] });
    // PostgreSQL answers a commit with ROLLBACK when a statement before it has failed.
    if (how === 'commit' && command === 'ROLLBACK') throw new Error('A statement failed, so nothing was saved.');
  }

  release(): void {
    this.wire.release(this.#broken);
  }

  async #send(statement: Statement): Promise<Answer> {
    const begin = this.#begin;
    this.#begin = undefined;
    const statements = begin === undefined ? [statement] : [{ text: begin, values: [] }, statement];
    const { answers, error } = await this.wire.send(statements);
    if (error) {
      // A transaction that could not be rolled back must not be handed to the next user of the connection.
      this.#broken ||= statement.text === 'rollback';
      throw error;
    }
    return answers.at(-1) as Answer;
  }
}

class WireDriver implements Driver {
  readonly #wires: Wires;

  constructor(wires: Wires) {
    this.#wires = wires;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<WireConnection> {
    return new WireConnection(await this.#wires.acquire());
  }

  async releaseConnection(connection: WireConnection): Promise<void> {
    connection.release();
  }

  async beginTransaction(connection: WireConnection, settings: TransactionSettings): Promise<void> {
    connection.begin(settings);
  }

  async commitTransaction(connection: WireConnection): Promise<void> {
    await connection.end('commit');
  }

  async rollbackTransaction(connection: WireConnection): Promise<void> {
    await connection.end('rollback');
  }

  async destroy(): Promise<void> {}
}

/** All of the database, past row security. */
export function openKysely(wires: Wires): Kysely<Tables> {
  const dialect: Dialect = {
    createAdapter: () => adapter,
    createDriver: () => new WireDriver(wires),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => compiler,
  };
  return new Kysely<Tables>({ dialect });
}

const unused: Dialect = {
  createAdapter: () => adapter,
  createDriver: () => new DummyDriver(),
  createIntrospector: (database) => new PostgresIntrospector(database),
  createQueryCompiler: () => compiler,
};

/** What a call's handler gets: a transaction whose every statement goes through `run`. */
export function transactionOver(run: (statement: Statement) => Promise<Answer>): Transaction<Tables> {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>(query: CompiledQuery) => asResult<Row>(await run(asStatement(query))),
    streamQuery: noStream,
  };
  const provider = { provideConnection: <T>(work: (on: DatabaseConnection) => Promise<T>) => work(connection) };
  const executor = new DefaultQueryExecutor(compiler, adapter, provider);
  return new Transaction<Tables>({ config: { dialect: unused }, dialect: unused, driver: new DummyDriver(), executor });
}
