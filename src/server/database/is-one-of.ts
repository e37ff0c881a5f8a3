import { sql, type RawBuilder } from 'kysely';

/**
 * Whether the column has one of the ids. The list is one value of the statement, so the statement has one text whatever the list's
 * length, and is prepared once.
 */
export const isOneOf = (column: string, ids: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`;
