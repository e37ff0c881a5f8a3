// Statements as they are sent to PostgreSQL, and which of them a connection keeps.
import type { CompiledQuery } from 'kysely';

export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;

/**
 * Part of a statement whose best plan depends on its values, such as a filter: it is planned afresh each time. All others
 * are parsed and planned once per connection.
 */
export const PLAN_EACH_TIME = '/* plan each time */';

// The texts of statements come from code, not from input, so their number is small. The limit guards against a mistake.
const MAX_PREPARED = 500;
const REPEATED = /^\s*(?:select|insert|update|delete|with)\b/i;
const preparedNames = new Map<string, string>();

/** The name under which a connection keeps the statement; undefined for one that it doesn't keep. */
export function preparedName(text: string): string | undefined {
  const known = preparedNames.get(text);
  if (known !== undefined || preparedNames.size >= MAX_PREPARED) return known;
  if (!REPEATED.test(text) || text.includes(PLAN_EACH_TIME)) return undefined;
  preparedNames.set(text, `courtside_${preparedNames.size + 1}`);
  return preparedNames.get(text);
}
