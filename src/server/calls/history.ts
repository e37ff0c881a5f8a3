import { sql, type RawBuilder } from 'kysely';
import { BUILT_IN } from '#ballot/sheet/built-in.ts';
import type { Change } from '#contract/history.ts';
import { ROWS_PER_PAGE } from '#contract/listing.ts';
import { api } from '../api.ts';
import { PLAN_EACH_TIME } from '../database/connections.ts';
import { isOneOf, valueOf, type Tx } from '../database/database.ts';

type Values = Change['before'];
type Value = NonNullable<Values>[string];
type Asked = {
  recordId?: string | undefined;
  subject?: string | undefined;
  byId?: string | undefined;
  before?: number | undefined;
};

export const list = api.history.list.handler(async ({ input, context: { tx } }) => {
  const search = (input.search ?? '').trim();
  const { rows: found, next } = await (search === '' ? newest(tx, input) : searched(tx, input, search));
  const names = await namesIn(tx, found);
  const named = (values: Values): Values =>
    values && Object.fromEntries(Object.entries(values).map(([field, value]) => [field, nameOf(names, field, value)]));
  const rows = found.map(({ byId: by, byName, byEmail, byProgram, ...change }) => ({
    ...change,
    before: named(change.before),
    after: named(change.after),
    by: by === null ? null : { id: by, name: byName ?? '', email: byEmail ?? '', program: byProgram },
  }));
  return { rows, next };
});

// Row security would keep the search's index from being used (012-history.sql).
const VIEW = sql`changes_for_super_admins`;
/** `parent` is the name of a roster entry's school, or of a witness's case. */
const ANSWER = sql`id, at, by_id, by_name, by_email, by_program, subject, action, record_id, parent_id, label, before, after,
  coalesce((select name from schools where id = parent_id), (select name from cases where id = parent_id)) as parent`;

type Found = Omit<Change, 'by'> & {
  byId: string | null;
  byName: string | null;
  byEmail: string | null;
  byProgram: string | null;
};

/** One row more than a page tells whether there is a next one. */
const FIRST = sql`order by id desc limit ${sql.lit(ROWS_PER_PAGE + 1)}`;
const pageOf = (found: readonly Found[]) => {
  const rows = found.slice(0, ROWS_PER_PAGE);
  return { rows, next: found.length > ROWS_PER_PAGE ? (rows.at(-1)?.id ?? null) : null };
};

async function newest(tx: Tx, input: Asked) {
  return pageOf((await sql<Found>`select ${ANSWER} from ${VIEW} where ${asked(input)} ${FIRST}`.execute(tx)).rows);
}

function asked({ recordId, subject, byId, before }: Asked): RawBuilder<unknown> {
  const conditions = [
    ...(recordId === undefined ? [] : [sql`(record_id = ${recordId}::uuid or parent_id = ${recordId}::uuid)`]),
    ...(subject === undefined ? [] : [sql`subject = ${subject}`]),
    ...(byId === undefined ? [] : [sql`by_id = ${byId}::uuid`]),
    ...(before === undefined ? [] : [sql`id < ${before}::bigint`]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** Rows read in order, in some milliseconds. */
const ROWS_WALKED = 5000;
/** Up to this many matches are fetched and sorted. */
const MATCHES_SORTED = 2000;

/**
 * A page of a search, at a cost that doesn't grow with the history. If there are many matches, reading in order soon finds the newest. Few are
 * found by the index and sorted. If there are many but all are old, a page has those found so far, and the next page continues from there.
 */
async function searched(tx: Tx, input: Asked, search: string) {
  const hit = sql`words @@ words_sought(${search})`;
  const each = sql.raw(PLAN_EACH_TIME);
  const walked = sql`(select * from ${VIEW} where ${asked(input)} order by id desc limit ${sql.lit(ROWS_WALKED)})`;
  const met = await sql<Found>`${each} select ${ANSWER} from ${walked} as record where ${hit} ${FIRST}`.execute(tx);
  if (met.rows.length > ROWS_PER_PAGE) return pageOf(met.rows);
  // "offset 0" keeps PostgreSQL from reading in order again.
  const matches = sql`(select * from ${VIEW} where ${hit} and ${asked(input)} offset 0)`;
  const some = sql`(select * from ${matches} as record limit ${sql.lit(MATCHES_SORTED + 1)})`;
  const sorted = await sql<Found & { among: number }>`
    ${each} select ${ANSWER}, count(*) over () as among from ${some} as record ${FIRST}`.execute(tx);
  if ((sorted.rows[0]?.among ?? 0) <= MATCHES_SORTED) return pageOf(sorted.rows);
  return { rows: met.rows, next: await valueOf(tx, sql<number | null>`(select min(id) from ${walked} as record)`) };
}

/** The fields that name another record. */
const NAMING = ['teamId', 'sheetId'];
/** The history knows only the sheets that schools have made. */
const BUILT_IN_TITLES = BUILT_IN.map(({ id, title }): [string, string] => [id, title]);

const nameOf = (names: ReadonlyMap<unknown, string>, field: string, value: Value): Value =>
  NAMING.includes(field) ? (names.get(value) ?? value) : value;

/** The last names of the teams and sheets in these changes. The history knows them even after they were deleted. */
async function namesIn(tx: Tx, changes: readonly Record<'before' | 'after', Values>[]): Promise<Map<unknown, string>> {
  const names = new Map<unknown, string>(BUILT_IN_TITLES);
  const ids = changes
    .flatMap(({ before, after }) => NAMING.flatMap((field) => [before?.[field], after?.[field]]))
    .filter((value) => typeof value === 'string' && !names.has(value)) as string[];
  if (ids.length === 0) return names;
  const found = await tx
    .selectFrom('changes')
    .distinctOn('recordId')
    .select(['recordId', 'label'])
    .where('subject', 'in', ['team', 'sheet'])
    .where(isOneOf('recordId', [...new Set(ids)]))
    .orderBy('recordId')
    .orderBy('id', 'desc')
    .execute();
  for (const { recordId, label } of found) names.set(recordId, label);
  return names;
}
