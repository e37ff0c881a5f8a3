import { sql, type NotNull } from 'kysely';
import type { CaseRecord, CaseRow } from '#contract/cases.ts';
import { WITNESS_SIDES } from '#contract/words.ts';
import { api } from '../api.ts';
import { answerOf, contains, pageOfRows } from '../database/listing.ts';
import { recordsOf } from '../database/records.ts';
import { similarRows } from '../database/similar.ts';

const COLUMNS = ['id', 'name', 'year', 'type', 'area', 'isActive', 'version'] as const;
const WITNESS_COUNT = sql<number>`(select count(*) from witnesses where case_id = record.id)`;
const LISTED = { view: 'cases', answer: answerOf(COLUMNS, sql`${WITNESS_COUNT} as witness_count`) } as const;

const overview = api.cases.overview.handler(async ({ context: { tx } }) => {
  const rows = await tx
    .selectFrom('cases')
    .leftJoinLateral(
      (row) =>
        row
          .selectFrom('witnesses')
          .select(({ fn }) => [
            fn.countAll<number>().as('witnessCount'),
            ...WITNESS_SIDES.map((side) => fn.countAll<number>().filterWhere('side', '=', side).as(side)),
          ])
          .whereRef('witnesses.caseId', '=', 'cases.id')
          .as('counts'),
      (join) => join.onTrue(),
    )
    .select(['id', 'name', 'year', 'type', 'area', 'isActive'])
    .select(['witnessCount', 'p', 'd', 's'])
    .$narrowType<{ witnessCount: NotNull; p: NotNull; d: NotNull; s: NotNull }>()
    .orderBy('isActive', 'desc')
    .orderBy('sortName')
    .orderBy('id')
    .execute();
  return rows.map(({ p, d, s, ...row }) => ({ ...row, bySide: { p, d, s } }));
});

const records = recordsOf<CaseRecord>({
  table: 'cases',
  columns: COLUMNS,
  unique: ['id'],
  recorded: ({ id = '' }) => ({ subject: 'case', recordId: id }),
});

const details = api.cases.details.handler(
  async ({ input: { caseId: id }, context: { tx } }) => (await records.find(tx, { id })) ?? null,
);

const list = api.cases.list.handler(async ({ input, context: { tx } }) => {
  const { search = '', column, sort = 'name', descending = false, filter: { isActive, type } = {} } = input;
  const sorted = sort === 'name' ? sql.ref('sortName') : sql`year::text || ' ' || sort_name`;
  // Active cases come first in either direction.
  const key = sql<string>`(case when is_active = ${descending} then '1 ' else '0 ' end || ${sorted}) collate "C"`;
  const texts = {
    name: sql<string>`without_apostrophes(sort_name)`,
    year: sql<string>`year::text`,
    type: sql<string>`type`,
    area: sql<string>`coalesce(area, 'none')`,
    isActive: sql<string>`case when is_active then 'yes active' else 'no inactive' end`,
  };
  const text = column === undefined ? sql<string>`search || ' ' || type || ' ' || ${texts.area}` : texts[column];
  const filters = [
    ...(isActive === undefined ? [] : [sql<boolean>`is_active = ${isActive}`]),
    ...(type === undefined ? [] : [sql<boolean>`type = ${type}`]),
  ];
  const matching = tx
    .selectFrom('cases as record')
    .select([...COLUMNS, WITNESS_COUNT.as('witnessCount'), key.as('sortKey')])
    .$if(filters.length > 0, (query) => query.where(({ and }) => and([...filters])))
    .$if(search.trim() !== '', (query) =>
      // "inactive" contains "active", so in this column a word must begin with the search.
      query.where(
        column === 'isActive'
          ? sql<boolean>`position(' ' || findable(${search.trim()}) in ' ' || ${text}) > 0`
          : contains(sql<string>`(${text})`, search),
      ),
    );
  const page = await pageOfRows(tx, matching, { key, id: sql.ref('id'), descending }, input);
  const similar = await similarRows<CaseRow>(tx, LISTED, { ...input, filters }, page.rows);
  return { ...page, similar };
});

const add = api.cases.add.handler(({ input, context: { tx }, errors }) =>
  records.add(tx, input, { id: input.id }, errors),
);

const update = api.cases.update.handler(({ input: { caseId: id, ...change }, context: { tx }, errors }) =>
  records.update(tx, { id }, change, errors),
);

const deletionImpact = api.cases.deletionImpact.handler(({ input, context: { tx } }) =>
  tx
    .selectFrom('witnesses')
    .select((row) => row.fn.countAll<number>().as('witnesses'))
    .where('caseId', '=', input.caseId)
    .executeTakeFirstOrThrow(),
);

const remove = api.cases.remove.handler(({ input: { caseId: id }, context: { tx }, errors }) =>
  records.remove(tx, { id }, errors),
);

export const cases = { overview, details, list, add, update, deletionImpact, remove };
