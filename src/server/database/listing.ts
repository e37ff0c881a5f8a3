// Finding and paging rows: what was typed becomes a pattern, the last row of a page becomes the place where the next begins.
import { sql, type Expression, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { MOST_COUNTED, ROWS_A_PAGE, type After, type PageOf } from '#contract/listing.ts';
import type { Tx } from './database.ts';

/** Shorter texts have no trigram, so the index of a search would be read from end to end. */
const SHORTEST_INDEXED_SEARCH = 3;

/** Whether `text` (made searchable: without case and accents) has `search` in it. `%`, `_` and `\` are themselves. */
export const contains = (text: Expression<string>, search: string): RawBuilder<boolean> => {
  const pattern = sql`'%' || searchable(${search.trim().replaceAll(/[%_\\]/g, '\\$&')}) || '%'`;
  return search.trim().length < SHORTEST_INDEXED_SEARCH
    ? sql<boolean>`${text} || '' like ${pattern}`
    : sql<boolean>`${text} like ${pattern}`;
};

/** Whether the id begins with `search`, as the primary key's index can tell. */
export const idBegins = (id: Expression<string>, search: string): RawBuilder<boolean> => {
  const digits = search.trim().toLowerCase().replaceAll('-', '');
  if (!/^[0-9a-f]{1,32}$/.test(digits)) return sql<boolean>`false`;
  return sql<boolean>`${id} between ${digits.padEnd(32, '0')}::uuid and ${digits.padEnd(32, 'f')}::uuid`;
};

/** The best plan depends on what is searched for: a rare word is found by its trigrams, a common one by walking the order. */
export const planForThisSearch = (tx: Tx): Promise<unknown> =>
  sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(tx);

/** How rows are sorted: by `key`, then by id, both in one direction. */
export type Order = { key: Expression<string>; id: Expression<string>; descending: boolean };

type Row = { id: string; sortKey: string };

/** A page of the rows of `matching`, which selects `id` and `sortKey`, and with the first page how many there are. */
export async function pageOfRows<Tables, Table extends keyof Tables, Found extends Row>(
  tx: Tx,
  matching: SelectQueryBuilder<Tables, Table, Found>,
  { key, id, descending }: Order,
  after: After | undefined,
): Promise<PageOf<Omit<Found, 'sortKey'>>> {
  await planForThisSearch(tx);
  const comparison = sql.raw(descending ? '<' : '>');
  const direction = descending ? 'desc' : 'asc';
  const found = (await matching
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(${key}, ${id}) ${comparison} (${after?.value}, ${after?.id}::uuid)`),
    )
    .orderBy(key, direction)
    .orderBy(id, direction)
    .limit(ROWS_A_PAGE + 1)
    .execute()) as Found[];
  const rows = found.slice(0, ROWS_A_PAGE);
  const last = found.length > ROWS_A_PAGE ? rows.at(-1) : undefined;
  return {
    rows: rows.map(withoutSortKey),
    next: last ? { value: last.sortKey, id: last.id } : null,
    count: after === undefined ? await countOf(tx, matching, last === undefined ? rows.length : undefined) : null,
  };
}

const withoutSortKey = <Found extends Row>(found: Found): Omit<Found, 'sortKey'> => {
  const { sortKey: _, ...row } = found;
  return row;
};

async function countOf(tx: Tx, matching: { compile: unknown }, known: number | undefined): Promise<number> {
  if (known !== undefined) return known;
  const query = matching as SelectQueryBuilder<never, never, object>;
  const limited = query
    .clearSelect()
    .select(sql`1`.as('one'))
    .limit(MOST_COUNTED);
  const counted = await sql<{ count: number }>`select count(*) as count from ${limited} as matches`.execute(tx);
  return counted.rows[0]?.count ?? 0;
}
