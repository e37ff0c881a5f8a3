// PostgreSQL's extended protocol, as far as a call needs it: several statements go out in one message with one Sync, which
// makes them one implicit transaction, and their answers come back together. The same bytes serve both databases.
import { serialize } from 'pg-protocol';
import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';

export type Statement = { text: string; values: readonly unknown[] };

export type Answer = {
  rows: Record<string, unknown>[];
  /** How many rows the statement changed or returned. */
  affected: number;
  /** The command tag, such as `SELECT` or `COMMIT`. */
  command: string;
};

/** The answers of the statements that succeeded, in order; `error` is why the next one failed. */
export type Sent = { answers: Answer[]; error?: Error };

/** One connection that nobody else uses until it is released. */
export type Wire = {
  /** Sends all statements in one message. Never rejects: what went wrong is in `error`. */
  send(statements: readonly Statement[]): Promise<Sent>;
  /** Gives the connection back; a `broken` one is closed instead. */
  release(broken?: boolean): void;
};

export type Wires = { acquire(): Promise<Wire> };

const INT8 = 20;
const NUMERIC = 1700;
pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(NUMERIC, Number);

/**
 * Begins a statement whose best plan depends on its values, such as a search: it is planned afresh each time. All others
 * are parsed and planned once per connection.
 */
export const PLAN_EACH_TIME = '/* plan each time */';

// Statement texts come from code, not from input, so their number is small. The limit guards against a mistake.
const MAX_PREPARED = 500;
// Migrations' own statements run once.
const REPEATED = /^(?:select|insert|update|delete|with|begin|commit|rollback)\b/i;
const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MAX_PREPARED || !REPEATED.test(text)) return '';
  const name = `courtside_${names.size + 1}`;
  names.set(text, name);
  return name;
}

const valueMapper = (value: unknown): unknown => prepareValue(value);
const DESCRIBE = serialize.describe({ type: 'P', name: '' });
const EXECUTE = serialize.execute({});
export const SYNC = serialize.sync();

/** The bytes of one statement. `prepared` holds the names that this connection knows; null: it keeps no statements. */
export function encodeStatement({ text, values }: Statement, prepared: Set<string> | null): Buffer {
  const parts: Buffer[] = [];
  const name = prepared === null ? '' : nameOf(text);
  if (name === '' || prepared?.has(name) !== true) {
    // A statement that failed may have left its name behind, and closing an unknown name is no error.
    if (name !== '') parts.push(serialize.close({ type: 'S', name }));
    parts.push(serialize.parse({ name, text }));
  }
  parts.push(serialize.bind({ statement: name, values: [...values], valueMapper }), DESCRIBE, EXECUTE);
  return Buffer.concat(parts);
}

/** The bytes of one message. */
export const encode = (statements: readonly Statement[], prepared: Set<string> | null): Buffer =>
  Buffer.concat([...statements.map((statement) => encodeStatement(statement, prepared)), SYNC]);

/** After a message without an error, the connection knows the names of its statements. */
export function remember(statements: readonly Statement[], prepared: Set<string> | null): void {
  if (prepared === null) return;
  for (const { text } of statements) {
    const name = nameOf(text);
    if (name !== '') prepared.add(name);
  }
}

type Field = { name: string; dataTypeID: number };
type Column = { name: string; parse: (text: string) => unknown };

/** Collects the answers to one message from what the database sends back, piece by piece. */
export class Reader {
  readonly answers: Answer[] = [];
  #columns: Column[] = [];
  #rows: Record<string, unknown>[] = [];

  describe(fields: readonly Field[]): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: pg.types.getTypeParser(dataTypeID, 'text') }));
  }

  row(values: readonly (string | null)[]): void {
    const row: Record<string, unknown> = {};
    for (const [index, { name, parse }] of this.#columns.entries()) {
      const value = values[index];
      row[name] = value === null || value === undefined ? null : parse(value);
    }
    this.#rows.push(row);
  }

  complete(tag: string): void {
    const [affected = 0] = /\d+$/.exec(tag) ?? [];
    this.answers.push({ rows: this.#rows, affected: Number(affected), command: tag.split(' ', 1)[0] ?? '' });
    this.#columns = [];
    this.#rows = [];
  }
}
