// Statements as they are sent to PostgreSQL, and their answers: names are in snake_case there and in camelCase here.
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

// Names and the texts of statements come from code, not from input, so their number is small. The limit guards against a mistake.
const MAX_REMEMBERED = 500;
const REPEATED = /^\s*(?:select|insert|update|delete|with)\b/i;
const preparedNames = new Map<string, string>();

/** The name under which a connection keeps the statement; undefined for one that it doesn't keep. */
export function preparedName(text: string): string | undefined {
  const known = preparedNames.get(text);
  if (known !== undefined) return known;
  if (preparedNames.size >= MAX_REMEMBERED || !REPEATED.test(text) || text.includes(PLAN_EACH_TIME)) return undefined;
  const name = `courtside_${preparedNames.size + 1}`;
  preparedNames.set(text, name);
  return name;
}

/** A way to write names that remembers how it has written them. */
function remembering(write: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    let written = known.get(name);
    if (written !== undefined) return written;
    written = write(name);
    if (known.size < MAX_REMEMBERED) known.set(name, written);
    return written;
  };
}

/** `shortName` becomes `short_name`. */
export const snakeCase = remembering((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

/** `short_name` becomes `shortName`. */
const camelCase = remembering((name) => name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()));

/** The same for the keys inside a JSON value: the history holds rows. */
const camelKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [camelCase(key), inner]))
    : value;
const SNAKE_KEY = /_[a-z0-9_]{1,60}"\s*:/;
const parseJson = (text: string): unknown => (SNAKE_KEY.test(text) ? JSON.parse(text, camelKeys) : JSON.parse(text));

/** How the texts of each type are read. */
export const types = new pg.TypeOverrides();
const { INT8, NUMERIC, DATE, JSON: JSON_TEXT, JSONB } = pg.types.builtins;
for (const number of [INT8, NUMERIC]) types.setTypeParser(number, Number);
// A day has no time zone: 2026-11-22 stays that text.
types.setTypeParser(DATE, String);
for (const json of [JSON_TEXT, JSONB]) types.setTypeParser(json, parseJson);

/** Rows come as arrays and leave as objects with names in camelCase. */
export function answerFrom({ rows, fields, rowCount, command }: pg.QueryArrayResult): Answer {
  const columns = fields.map(({ name }) => camelCase(name));
  const named = rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < columns.length; index += 1) row[columns[index] as string] = values[index];
    return row;
  });
  return { rows: named, rowCount, command, numAffectedRows: BigInt(rowCount ?? 0) };
}
