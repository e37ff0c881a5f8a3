// Statements as they are sent to PostgreSQL, and their answers.
import type { CompiledQuery, QueryResult } from 'kysely';
import pg from 'pg';

export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** As Kysely wants it. `command` is PostgreSQL's word for what it did, such as `SELECT` or `COMMIT`. */
export type Answer = QueryResult<Record<string, unknown>> & Pick<pg.QueryResult, 'rowCount' | 'command'>;

/**
 * Part of a statement whose best plan depends on its values, such as a filter: it is planned afresh each time. All others
 * are parsed and planned once per connection.
 */
export const PLAN_EACH_TIME = '/* plan each time */';

// Statement texts come from code, not from input, so their number is small. The limit guards against a mistake.
const MAX_PREPARED = 500;
const REPEATED = /^\s*(?:select|insert|update|delete|with)\b/i;
const names = new Map<string, string>();

/** The name under which a connection keeps the statement; undefined for one that it doesn't keep. */
export function preparedName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MAX_PREPARED || !REPEATED.test(text) || text.includes(PLAN_EACH_TIME)) return undefined;
  const name = `courtside_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/** `shortName` becomes `short_name`. */
export const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

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
const SNAKE_KEY = /_[a-z0-9_]{1,60}"\s*:/;
const parseJson = (text: string): unknown => (SNAKE_KEY.test(text) ? JSON.parse(text, camelKeys) : JSON.parse(text));

const { INT8, NUMERIC, DATE, JSON: JSON_TEXT, JSONB } = pg.types.builtins;
type Parse = (text: string) => unknown;
const OWN_PARSERS: Partial<Record<number, Parse>> = {
  [INT8]: Number,
  [NUMERIC]: Number,
  // A day has no time zone: 2026-11-22 stays that text.
  [DATE]: String,
  [JSON_TEXT]: parseJson,
  [JSONB]: parseJson,
};

/** How the texts of each type are read. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((type: number) => OWN_PARSERS[type] ?? (pg.types.getTypeParser(type) as Parse)) as never,
};

/** Rows come as arrays and leave as objects with names in camelCase. */
export function answerFrom({ rows, fields, rowCount, command }: pg.QueryArrayResult): Answer {
  const columns = fields.map(({ name }) => camelCase(name));
  const named = rows.map((values) => objectFrom(columns, values));
  return { rows: named, rowCount, command, numAffectedRows: BigInt(rowCount ?? 0) };
}

function objectFrom(columns: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index += 1) row[columns[index] as string] = values[index];
  return row;
}
