// Names that are spelled like what was searched for: candidates sound alike, which an index finds in a table of any size, and
// the most similar spellings come first.
import { sql, type RawBuilder } from 'kysely';
import { MAX_SIMILAR } from '#contract/listing.ts';
import type { Tx } from './database.ts';
import type { Large } from './listing.ts';
import { PLAN_EACH_TIME } from './wire.ts';

/** With this many exact matches nobody needs a suggestion. */
const MAX_EXACT = 10;
/** Candidates compared by their spelling: a common sound has many, and any of them do. */
const MAX_CANDIDATES = 200;
const MIN_SIMILARITY = 0.4;

type Asked = { search?: string | undefined; after?: unknown; filters: readonly RawBuilder<boolean>[] };
type Searched = { view: Large['view'] | 'cases'; answer: RawBuilder<unknown> };

/** Rows of the table whose names are similar to the search and not among `exact`, the first matches. */
export async function similarRows<Row extends { id: string }>(
  tx: Tx,
  { view, answer }: Searched,
  { search = '', after, filters }: Asked,
  exact: readonly { id: string }[],
): Promise<Row[]> {
  if (after !== undefined || exact.length >= MAX_EXACT || search.trim() === '') return [];
  const similarity = sql`word_similarity(findable(${search}), search)`;
  const { rows } = await sql<Row>`${sql.raw(PLAN_EACH_TIME)}
    select ${answer} from (
      select * from ${sql.table(view)}
      where sounds @> sounds_of(${search}) and sounds_of(${search}) <> '{}'
      limit ${MAX_CANDIDATES}) as record
    where ${sql.join([sql`${similarity} >= ${MIN_SIMILARITY}`, ...filters], sql` and `)} and id <> all(${exact.map(({ id }) => id)}::uuid[])
    order by ${similarity} desc, sort_name, id limit ${MAX_SIMILAR}`.execute(tx);
  return rows;
}
