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
const DATE = 1082;
pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(NUMERIC, Number);
// A day has no time zone: 2026-11-22 stays that text.
pg.types.setTypeParser(DATE, String);

/**
 * Begins a statement whose best plan depends on its values, such as a search: it is planned afresh each time. All others
 * are parsed and planned once per connection.
 */
export const PLAN_EACH_TIME = '/* plan each time */';

// Statement texts come from code, not from input, so their number is small. The limit guards against a mistake.
const MAX_PREPARED = 500;
// Migrations' own statements run once.
const REPEATED = /^\s*(?:select|insert|update|delete|with|begin|commit|rollback)\b/i;
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

type Field = { name: string; dataTypeID: number };
type Column = { name: string; parse: (text: string) => unknown };

/** The statements that a connection knows, by name, and the columns that each returns. Null: it keeps no statements. */
export type Prepared = Map<string, readonly Column[]> | null;

/** The bytes of one statement. */
export function encodeStatement({ text, values }: Statement, prepared: Prepared): Buffer {
  const name = prepared === null ? '' : nameOf(text);
  const bind = serialize.bind({ statement: name, values: [...values], valueMapper });
  // The database describes the columns once.
  if (name !== '' && prepared?.has(name) === true) return Buffer.concat([bind, EXECUTE]);
  // A statement that failed may have left its name behind, and closing an unknown name is no error.
  const close = name === '' ? [] : [serialize.close({ type: 'S', name })];
  return Buffer.concat([...close, serialize.parse({ name, text }), bind, DESCRIBE, EXECUTE]);
}

/** The bytes of one message. */
export const encode = (statements: readonly Statement[], prepared: Prepared): Buffer =>
  Buffer.concat([...statements.map((statement) => encodeStatement(statement, prepared)), SYNC]);

const camelNames = new Map<string, string>();
/** `short_name` becomes `shortName`. */
function camelCase(name: string): string {
  const known = camelNames.get(name);
  if (known !== undefined) return known;
  const camel = name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  if (camelNames.size < MAX_PREPARED) camelNames.set(name, camel);
  return camel;
}

/** The same for the keys inside a JSON value: the history holds rows. */
const camelKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [camelCase(key), inner]))
    : value;
const parseJson = (text: string): unknown => JSON.parse(text, camelKeys);
const JSON_TYPES = [114, 3802];
const parserOf = (type: number): Column['parse'] =>
  JSON_TYPES.includes(type) ? parseJson : pg.types.getTypeParser(type, 'text');

/** Collects the answers to one message from what the database sends back, piece by piece. */
export class Reader {
  readonly answers: Answer[] = [];
  readonly #statements: readonly Statement[];
  readonly #prepared: Prepared;
  readonly #columns: (readonly Column[])[];
  #rows: Record<string, unknown>[] = [];

  constructor(statements: readonly Statement[], prepared: Prepared) {
    this.#statements = statements;
    this.#prepared = prepared;
    this.#columns = statements.map(({ text }) => prepared?.get(nameOf(text)) ?? []);
  }

  describe(fields: readonly Field[]): void {
    this.#columns[this.answers.length] = fields.map(({ name, dataTypeID }) => ({
      name: camelCase(name),
      parse: parserOf(dataTypeID),
    }));
  }

  row(values: readonly (string | null)[]): void {
    const row: Record<string, unknown> = {};
    this.#columns[this.answers.length]?.forEach(({ name, parse }, index) => {
      const value = values[index];
      row[name] = value === null || value === undefined ? null : parse(value);
    });
    this.#rows.push(row);
  }

  complete(tag: string): void {
    const [affected = 0] = /\d+$/.exec(tag) ?? [];
    this.answers.push({ rows: this.#rows, affected: Number(affected), command: tag.split(' ', 1)[0] ?? '' });
    this.#rows = [];
  }

  /** After a message without an error, the connection knows its statements. */
  remember(): void {
    for (const [index, { text }] of this.#statements.entries()) {
      const name = nameOf(text);
      if (name !== '') this.#prepared?.set(name, this.#columns[index] ?? []);
    }
  }
}
