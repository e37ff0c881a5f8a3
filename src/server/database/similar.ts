// Names that are spelled like what was searched for, the most similar first. The trigram index of the search finds them.
import { sql, type RawBuilder } from 'kysely';
import { MAX_SIMILAR } from '#contract/listing.ts';
import type { Tx } from './database.ts';

/** The maximum number of names that are compared. If more are equally similar, any of them will do. */
const MAX_COMPARED = 500;
/** The share of the search's trigrams that a name must have; "Kowalski" has three quarters of those of "kowalsi". */
const MIN_SIMILARITY = '0.5';

type Asked = { search?: string | undefined; after?: unknown; filters: readonly RawBuilder<boolean>[] };
/** A table of any size: what super admins read it through, and what is answered about a row. */
export type Listed = {
  view: 'usersForSuperAdmins' | 'schoolsForSuperAdmins' | 'cases';
  answer: RawBuilder<unknown>;
};

/** Rows of the table whose names are similar to a search that matches nothing: with a match nobody needs a suggestion. */
export async function similarRows<Row extends { id: string }>(
  tx: Tx,
  { view, answer }: Listed,
  { search = '', after, filters }: Asked,
  matches: readonly unknown[],
): Promise<Row[]> {
  if (after !== undefined || matches.length > 0 || search.trim() === '') return [];
  const conditions = sql.join([sql`true`, ...filters], sql` and `);
  const limits = sql`select set_config('pg_trgm.word_similarity_threshold', ${MIN_SIMILARITY}, true),
    set_config('enable_seqscan', 'off', true)`;
  const sought = sql`(select findable(${search}))`;
  // "offset 0" keeps PostgreSQL from reading the whole table in order instead of using the index.
  const similar = sql<Row>`
    select ${answer} from (
      select * from (select * from ${sql.table(view)} where ${sought} <% search offset 0) as candidates
      limit ${sql.lit(MAX_COMPARED)}) as record
    where ${conditions}
    order by word_similarity(${sought}, search) desc, sort_name, id limit ${sql.lit(MAX_SIMILAR)}`;
  const [, { rows }] = await Promise.all([limits.execute(tx), similar.execute(tx)]);
  return rows;
}
