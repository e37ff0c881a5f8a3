// Search and pagination of lists: a search becomes a pattern. The cursor of a page is its last row (keyset pagination): the next page
// begins after it.
import { sql, type Expression, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { MAX_COUNTED } from '#contract/columns.ts';
import { ROWS_PER_LONG_PAGE, ROWS_PER_PAGE, type After, type PageOf } from '#contract/listing.ts';
import { PLAN_EACH_TIME } from './connections.ts';
import { valueOf, type Tx } from './database.ts';
import { snakeCase } from './rows.ts';
import { similarRows, type Listed } from './similar.ts';

/** Shorter searches contain no trigram, so the index can't find them in the middle of a word. */
const MIN_INSIDE_A_WORD = 3;

/**
 * The search as the database stores names: without case, accents and apostrophes; null when nothing is left. Special
 * characters are escaped after that, because folding creates some: a full-width `％` becomes `%`. As a pattern is selected, it is
 * made once for all rows.
 */
const sought = (search: string, special: RawBuilder<string>): RawBuilder<string> =>
  sql`regexp_replace(nullif(findable(${search.trim()}), ''), ${special}, '\\\\\\&', 'g')`;

/** Whether `text`, which is findable, contains `search`. `%`, `_` and `\` have no special meaning. */
export const contains =
  (text: Expression<string>) =>
  (search: string): RawBuilder<boolean> =>
    sql`${text} like (select '%' || ${sought(search, sql`'[%_\\\\]'`)} || '%')`;

/**
 * The same for a column of a large table with a trigram index. One or two letters are only found at the beginning of words: only
 * there they are part of a trigram (each word starts with two spaces), and people type "me" for Mei.
 */
const containsIndexed = (text: Expression<string>, search: string): RawBuilder<boolean> => {
  if (search.trim().length >= MIN_INSIDE_A_WORD) return contains(text)(search);
  // The characters are listed because Postgres gets no trigrams from "anything but letters".
  return sql`${text} ~ (select '(^|[ @._/&(+-])' || ${sought(search, sql`'[][(){}.*+?^$|\\\\]'`)})`;
};

const SEARCHED = sql.ref<string>('search');
/** Whether one column of a large table contains it: the index of all columns finds candidates, and the column decides. */
export const columnContains =
  (column: string) =>
  (search: string): RawBuilder<boolean> =>
    sql`${containsIndexed(SEARCHED, search)} and ${containsIndexed(sql`without_apostrophes(${sql.ref(column)})`, search)}`;

/** Whether the id begins with `search`, in a form that the primary key's index supports. */
export const idBegins = (search: string): RawBuilder<boolean> => {
  const digits = search.trim().toLowerCase().replaceAll('-', '');
  if (!/^[0-9a-f]{1,32}$/.test(digits)) return sql<boolean>`false`;
  return sql<boolean>`id between ${digits.padEnd(32, '0')}::uuid and ${digits.padEnd(32, 'f')}::uuid`;
};

/** The order of rows: by `key`, then by id, both in one direction. */
type Order = { key: Expression<string>; id: Expression<string>; descending: boolean };

type Row = { id: string; sortKey: string };

// Limits are part of a statement's text: PostgreSQL would plan a limit that it doesn't know again for each call.
const rowsIn = (long: boolean): number => (long ? ROWS_PER_LONG_PAGE : ROWS_PER_PAGE);

const inOrder = ({ key, id, descending }: Order) => {
  const direction = sql.raw(descending ? 'desc' : 'asc');
  return sql`${key} ${direction}, ${id} ${direction}`;
};

const comesAfter = ({ key, id, descending }: Order, after: After | undefined) =>
  after === undefined
    ? sql<boolean>`true`
    : sql<boolean>`(${key}, ${id}) ${sql.raw(descending ? '<' : '>')} (${after.value}, ${after.id}::uuid)`;

type AskedPage = { after?: After | undefined; count?: boolean | undefined; long?: boolean | undefined };

/** A page of the rows of `matching`, by the names of one of its tables. It selects `id`, and the name as `sortKey`. */
export async function pageByName<Joined, Table extends keyof Joined, Found extends Row>(
  matching: SelectQueryBuilder<Joined, Table, Found>,
  table: 'users' | 'schools',
  after: After | undefined,
): Promise<PageOf<Omit<Found, 'sortKey'>>> {
  const [key, id] = [sql.ref<string>(`${table}.sortName`), sql.ref<string>(`${table}.id`)];
  const order = { key, id, descending: false };
  const page = matching
    .where(comesAfter(order, after))
    .orderBy(inOrder(order))
    .limit(sql.lit(ROWS_PER_PAGE + 1));
  return pageOf((await page.execute()) as Found[], null, ROWS_PER_PAGE);
}

/** The columns of an answer, and after them what is computed for each of its rows, of the row `record`. */
export const answerOf = (columns: readonly string[], ...computed: RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql.join([sql.raw(columns.map(snakeCase).join(', ')), ...computed]);

/** Whether any column contains `search`, or the id begins with it. */
export const anyContains = (search: string): RawBuilder<boolean> =>
  sql<boolean>`(${containsIndexed(SEARCHED, search)} or ${idBegins(search)})`;

/** The search, filters, order and page of a list, and how each of its columns is searched. */
type Asked<Column extends string> = AskedPage & {
  search?: string | undefined;
  column?: Column | undefined;
  descending?: boolean | undefined;
  searches: Record<Column | 'any', (search: string) => RawBuilder<boolean>>;
  /** Conditions on the row `record`, all of which must hold. */
  filters: readonly RawBuilder<boolean>[];
};

/** A page of a list of any size, sorted by `key`, and names like the one that was searched for. */
export async function pageOfList<Answered extends { id: string }, Column extends string>(
  tx: Tx,
  listed: Listed,
  key: Expression<string>,
  asked: Asked<Column>,
): Promise<PageOf<Answered> & { similar: Answered[] }> {
  const { search = '', column = 'any', descending = false, after, count = false, long = false, filters } = asked;
  const conditions = search.trim() === '' ? filters : [asked.searches[column](search), ...filters];
  // PostgreSQL finds the matches of any search by their trigrams. How it best finds those of a filter depends on its values.
  const plan = sql.raw(filters.length > 0 ? PLAN_EACH_TIME : '');
  const matches = conditions.length === 0 ? undefined : sql<boolean>`${plan} ${sql.join(conditions, sql` and `)}`;
  const order = { key, id: sql.ref<string>('id'), descending };
  const searching = firstMatches<Answered>(tx, listed, matches, order, rowsIn(long) + 1, after);
  const counting = () =>
    countOf(tx, sql`select 1 from ${sql.table(listed.view)} as record where ${matches ?? sql`true`}`);
  const counts = count && after === undefined;
  // A search or filter often counts its matches while it finds them. Without one, the count shares the page's message.
  const [found, counted] = await Promise.all([searching, counts && matches === undefined ? counting() : undefined]);
  const all = counts ? (counted ?? found.all ?? (await counting())) : null;
  const page = pageOf(found.rows, all, rowsIn(long)) as unknown as PageOf<Answered>;
  return { ...page, similar: await similarRows<Answered>(tx, listed, asked, page.rows) };
}

const MAX_OFFERED = 20;

/** The first rows by name that meet the condition, for a person who chooses one of them. */
export async function firstByName<Answered>(tx: Tx, listed: Listed, search: string, condition: RawBuilder<boolean>) {
  const matches =
    search.trim() === '' ? condition : sql<boolean>`${condition} and ${containsIndexed(SEARCHED, search)}`;
  const order = { key: sql.ref<string>('sortName'), id: sql.ref<string>('id'), descending: false };
  return (await firstMatches<Answered>(tx, listed, matches, order, MAX_OFFERED)).rows;
}

type Matches<Rows> = { rows: Rows; all?: number };

/** Up to this many matches are fetched and sorted, which counts them, too; with more, reading in order is cheaper. */
const MATCHES_SORTED = MAX_COUNTED;
/** Rows read in order, in a few milliseconds, before all matches are sorted after all. */
const ROWS_WALKED = 5000;

/**
 * The first matching rows in order, and the number of matches if it is known anyway. Few matches are found by the index and sorted. Of
 * many, the first are soon met by reading in order, unless they come late ("zoe" sorted by name): then all are sorted. PostgreSQL
 * can't know which case it is. Left to itself among 300,000 users, it took 10 to 20 times as long for matches that come late, and
 * sorting all took 50 times as long where everybody matches (docs/scale.md).
 */
async function firstMatches<Answered>(
  tx: Tx,
  { view, answer }: Listed,
  matches: RawBuilder<boolean> | undefined,
  order: Order,
  limit: number,
  after?: After,
): Promise<Matches<(Answered & Row)[]>> {
  const select = async (from: RawBuilder<unknown>, where: RawBuilder<unknown>, further = sql``) => {
    const finding = sql<Answered & Row & { among?: number }>`
      select ${answer}, ${order.key} as "sortKey"${further} from ${from} as record
      where ${where} order by ${inOrder(order)} limit ${sql.lit(limit)}`;
    return (await finding.execute(tx)).rows;
  };
  const table = sql.table(view);
  const beyond = comesAfter(order, after);
  if (matches === undefined) return { rows: await select(table, beyond) };
  // "offset 0" keeps Postgres from reading the search in order again.
  const matching = sql`(select * from ${table} as record where ${matches} and ${beyond} offset 0)`;
  const some = sql`(select * from ${matching} as record limit ${sql.lit(MATCHES_SORTED + 1)})`;
  const sorted = await select(some, sql`true`, sql`, count(*) over () as among`);
  const among = sorted[0]?.among ?? 0;
  if (among <= MATCHES_SORTED) return { rows: sorted, all: among };
  const met = sql`(select * from ${table} where ${beyond} order by ${inOrder(order)} limit ${sql.lit(ROWS_WALKED)})`;
  const walked = await select(met, matches);
  return { rows: walked.length === limit ? walked : await select(matching, sql`true`), all: MAX_COUNTED };
}

/** The contract leaves out of an answer what only this file needs. */
function pageOf<Found extends Row>(found: Found[], count: number | null, most: number): PageOf<Omit<Found, 'sortKey'>> {
  const rows = found.slice(0, most);
  const last = found.length > most ? rows.at(-1) : undefined;
  return {
    rows,
    next: last ? { value: last.sortKey, id: last.id } : null,
    count,
  };
}

function countOf(tx: Tx, rows: Expression<unknown>): Promise<number> {
  const some = sql`select * from (${rows}) as all_matches limit ${sql.lit(MAX_COUNTED)}`;
  return valueOf(tx, sql`(select count(*) from (${some}) as matches)`);
}

type OfSchools = 'usersSchools' | 'teams' | 'students' | 'tournaments' | 'rounds' | 'keptBallots';
/** How many rows of a table a school has, as a part of a statement. */
export const countsOf = (tx: Tx, schoolId: string) => (table: OfSchools) =>
  tx
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('schoolId', '=', schoolId)
    .$asScalar()
    .$notNull();
