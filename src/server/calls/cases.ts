import { sql } from 'kysely';
import { caseRecord, type CaseRow } from '#contract/cases.ts';
import { WITNESS_SIDES } from '#contract/words.ts';
import { api } from '../api.ts';
import { answerOf, contains, pageOfList } from '../database/listing.ts';
import { recordsOf } from '../database/records.ts';
import { changeManyOf } from '../lists/change-many.ts';
import { LISTS } from '../lists/lists.ts';
import { previewOf } from '../lists/preview.ts';
import { holdSeasonsWithCase } from '../season/season-lock.ts';

const records = recordsOf({ table: 'cases', subject: 'case', answer: caseRecord, key: { id: 'caseId' } });

const WITNESS_COUNT = sql<number>`(select count(*) from witnesses where case_id = record.id)`;
const LISTED = { view: 'cases', answer: answerOf(records.columns, sql`${WITNESS_COUNT} as witness_count`) } as const;

export const overview = api.cases.overview.handler(async ({ context: { tx } }) => {
  const rows = await tx
    .selectFrom('cases')
    .leftJoin('witnesses', 'caseId', 'cases.id')
    .select(['cases.id', 'cases.name', 'year', 'cases.type', 'area', 'isActive'])
    .select(({ fn }) => [
      fn.count<number>('witnesses.id').as('witnessCount'),
      ...WITNESS_SIDES.map((side) => fn.count<number>('witnesses.id').filterWhere('side', '=', side).as(side)),
    ])
    .groupBy('cases.id')
    .orderBy('isActive', 'desc')
    .orderBy('cases.sortName')
    .orderBy('cases.id')
    .execute();
  return rows.map(({ p, d, s, ...row }) => ({ ...row, bySide: { p, d, s } }));
});

const AREA = sql<string>`coalesce(area, 'none')`;
const STATE = sql`case when is_active then 'yes active' else 'no inactive' end`;
const SEARCHES = {
  any: contains(sql`(search || ' ' || type || ' ' || ${AREA})`),
  name: contains(sql`without_apostrophes(sort_name)`),
  year: contains(sql`year::text`),
  type: contains(sql`type`),
  area: contains(AREA),
  // "inactive" contains "active", so in this column a word must begin with the search.
  isActive: (search: string) => sql<boolean>`position(' ' || findable(${search.trim()}) in ' ' || ${STATE}) > 0`,
};

export const list = api.cases.list.handler(({ input, context: { tx } }) => {
  const { sort = 'name', descending = false, filter: { isActive, type } = {} } = input;
  const sorted = sort === 'name' ? sql.ref('sortName') : sql`year::text || ' ' || sort_name`;
  // Active cases come first in either direction.
  const key = sql<string>`(case when is_active = ${descending} then '1 ' else '0 ' end || ${sorted}) collate "C"`;
  const filters = [
    ...(isActive === undefined ? [] : [sql<boolean>`is_active = ${isActive}`]),
    ...(type === undefined ? [] : [sql<boolean>`type = ${type}`]),
  ];
  return pageOfList<CaseRow, keyof typeof SEARCHES>(tx, LISTED, key, { ...input, searches: SEARCHES, filters });
});

export const deletionImpact = api.cases.deletionImpact.handler(({ input, context: { tx } }) =>
  tx
    .selectFrom('witnesses')
    .select((row) => row.fn.countAll<number>().as('witnesses'))
    .where('caseId', '=', input.caseId)
    .executeTakeFirstOrThrow(),
);

export const details = api.cases.details.handler(records.details);
export const add = api.cases.add.handler(records.add);
export const update = api.cases.update.handler(records.update);
export const previewImport = api.cases.previewImport.handler(previewOf('cases'));
export const changeMany = api.cases.changeMany.handler(changeManyOf(LISTS.cases));
export const remove = api.cases.remove.handler(async (asked) => {
  await holdSeasonsWithCase(asked.context.tx, asked.input.caseId);
  await records.remove(asked);
});
