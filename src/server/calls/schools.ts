import { sql } from 'kysely';
import type { SCHOOL_COLUMNS } from '#contract/columns.ts';
import type { SchoolRecord, SchoolRow } from '#contract/schools.ts';
import { api } from '../api.ts';
import { answerOf, columnContains, contains, countsOf, firstByName, pageOfLarge } from '../database/listing.ts';
import { recordsOf } from '../database/records.ts';
import { similarRows } from '../database/similar.ts';
import { holdSeason } from '../season/season-lock.ts';

const COLUMNS = ['id', 'name', 'shortName', 'isPremium', 'version'] as const;
const VIEW = 'schoolsForSuperAdmins';
const LISTED = {
  view: VIEW,
  answer: answerOf(
    COLUMNS,
    sql`(select count(*) from assignments_for_super_admins where school_id = record.id) as member_count`,
  ),
} as const;

const records = recordsOf<SchoolRecord>({
  table: 'schools',
  columns: COLUMNS,
  unique: ['id'],
  recorded: ({ id = '' }) => ({ subject: 'school', recordId: id }),
});

const details = api.schools.details.handler(
  async ({ input: { schoolId: id }, context: { tx } }) => (await records.find(tx, { id })) ?? null,
);

const list = api.schools.list.handler(async ({ input, context: { tx } }) => {
  const { search = '', sort = 'name', filter: { isPremium } = {} } = input;
  const filters = isPremium === undefined ? [] : [sql<boolean>`is_premium = ${isPremium}`];
  const key = sql.ref<string>(sort === 'name' ? 'sortName' : 'sortShortName');
  const page = await pageOfLarge<SchoolRow, (typeof SCHOOL_COLUMNS)[number]>(tx, LISTED, key, {
    ...input,
    inColumn: (column) =>
      column === 'isPremium'
        ? contains(sql`case when is_premium then 'yes premium' else 'no standard' end`, search)
        : columnContains(column === 'name' ? 'sortName' : 'sortShortName', search),
    filters,
  });
  return {
    ...page,
    similar: await similarRows<SchoolRow>(tx, LISTED, { ...input, filters }, page.rows),
  };
});

const add = api.schools.add.handler(({ input, context: { tx }, errors }) =>
  records.add(tx, input, { id: input.id }, errors),
);

const update = api.schools.update.handler(({ input: { schoolId: id, ...change }, context: { tx }, errors }) =>
  records.update(tx, { id }, change, errors),
);

const deletionImpact = api.schools.deletionImpact.handler(async ({ input, context: { tx } }) => {
  const count = countsOf(tx, input.schoolId);
  return tx
    .selectNoFrom([
      count('usersSchools').as('assignments'),
      count('teams').as('teams'),
      count('students').as('students'),
      count('tournaments').as('tournaments'),
    ])
    .executeTakeFirstOrThrow();
});

const remove = api.schools.remove.handler(async ({ input: { schoolId: id }, context: { tx }, errors }) => {
  await holdSeason(tx, id);
  await records.remove(tx, { id }, errors);
});

const notOfUser = api.schools.notOfUser.handler(async ({ input: { search = '', userId }, context: { tx } }) => {
  const unassigned = sql<boolean>`not exists (
    select from assignments_for_super_admins where school_id = record.id and user_id = ${userId}::uuid)`;
  return firstByName<SchoolRecord>(tx, { view: VIEW, answer: answerOf(COLUMNS) }, search, unassigned);
});

export const schools = { details, list, add, update, deletionImpact, remove, notOfUser };
