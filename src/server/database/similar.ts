// Names that are spelled like what was searched for: candidates sound alike or begin alike, which an index finds in a table of any
// size, and the most similar spellings come first.
import { sql, type RawBuilder } from 'kysely';
import { MAX_SIMILAR } from '#contract/listing.ts';
import type { Tx } from './database.ts';
import { contains, type Large } from './listing.ts';
import { PLAN_EACH_TIME } from './statements.ts';

/** With this many exact matches nobody needs a suggestion. */
const MAX_EXACT = 10;
/** Candidates compared by their spelling: a common name has many, and any of them do. */
const SOUNDING = { most: 200, similarity: 0.4 };
/** More names begin alike than sound alike. */
const BEGINNING = { most: 2000, similarity: 0.5 };
/** Words whose first three letters are a trigram, with at least one more letter: an index finds nothing by fewer. */
const beginnings = (search: string): string[] =>
  search
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .match(/[a-z\d]{4,}/gi)
    ?.map((word) => word.slice(0, 3)) ?? [];

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
  const mostSimilar = async (isCandidate: RawBuilder<unknown>, { most, similarity: least }: typeof SOUNDING) => {
    const conditions = sql.join([sql`${similarity} >= ${least}`, ...filters], sql` and `);
    // "offset 0" keeps Postgres from reading the whole table in the hope to meet the candidates soon.
    const { rows } = await sql<Row>`${sql.raw(PLAN_EACH_TIME)}
      select ${answer} from (
        select * from (select * from ${sql.table(view)} where ${isCandidate} offset 0) as candidates
        limit ${most}) as record
      where ${conditions} and id <> all(${exact.map(({ id }) => id)}::uuid[])
      order by ${similarity} desc, sort_name, id limit ${MAX_SIMILAR}`.execute(tx);
    return rows;
  };
  const soundsAlike = sql`sounds @> sounds_of(${search}) and sounds_of(${search}) <> '{}'`;
  const sounding = await mostSimilar(soundsAlike, SOUNDING);
  const begins = beginnings(search);
  if (sounding.length > 0 || exact.length > 0 || begins.length === 0) return sounding;
  // A letter that is missing or wrong may sound different, but people get the first letters right.
  const beginsAlike = begins.map((begin) => contains(sql.ref<string>('search'), begin));
  return mostSimilar(sql.join(beginsAlike, sql` and `), BEGINNING);
}
