// Rows as PostgreSQL has them and as the code has them: names in snake_case there and in camelCase here, and values as texts there.
import { CamelCasePlugin, type QueryResult } from 'kysely';
import pg from 'pg';

/** As Kysely wants it. `command` is PostgreSQL's word for what it did, such as `SELECT` or `COMMIT`. */
export type Answer = QueryResult<Record<string, unknown>> & Pick<pg.QueryResult, 'rowCount' | 'command'>;

/** Kysely's own names, without what makes it a plugin: that copies each statement and each row. */
class Names extends CamelCasePlugin {
  readonly inSnakeCase = this.snakeCase.bind(this);
  readonly inCamelCase = this.camelCase.bind(this);
}
const names = new Names();
export const snakeCase = names.inSnakeCase;

// The keys inside a JSON value, too: the history holds rows. Some keys come from input, so they aren't remembered.
const SNAKE_KEY = /"[a-zA-Z0-9]*_\w*"\s*:/g;
const camelKey = (key: string): string => key.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const parseJson = (text: string): unknown => JSON.parse(text.replaceAll(SNAKE_KEY, camelKey));

/** How the texts of each type are read. */
export const types = new pg.TypeOverrides();
const { INT8, NUMERIC, DATE, JSON: JSON_TEXT, JSONB } = pg.types.builtins;
for (const number of [INT8, NUMERIC]) types.setTypeParser(number, Number);
// A day has no time zone: 2026-11-22 stays that text.
types.setTypeParser(DATE, String);
for (const json of [JSON_TEXT, JSONB]) types.setTypeParser(json, parseJson);

/** Rows come as arrays and leave as objects with names in camelCase. */
export function answerFrom({ rows, fields, rowCount, command }: pg.QueryArrayResult): Answer {
  const columns = fields.map(({ name }) => names.inCamelCase(name));
  const named = rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < columns.length; index += 1) row[columns[index] as string] = values[index];
    return row;
  });
  return { rows: named, rowCount, command, numAffectedRows: BigInt(rowCount ?? 0) };
}
