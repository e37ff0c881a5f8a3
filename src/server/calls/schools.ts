import { sql } from 'kysely';
import type { SCHOOL_COLUMNS } from '#contract/columns.ts';
import { schoolRecord, type SchoolRecord, type SchoolRow } from '#contract/schools.ts';
import { api } from '../api.ts';
import { answerOf, anyContains, columnContains, contains, countsOf } from '../database/listing.ts';
import { firstByName, idBegins, pageOfList } from '../database/listing.ts';
import { recordsOf } from '../database/records.ts';
import { changeManyOf } from '../lists/change-many.ts';
import { LISTS } from '../lists/lists.ts';
import { previewOf } from '../lists/preview.ts';
import { holdSeason } from '../season/season-lock.ts';

const records = recordsOf({ table: 'schools', subject: 'school', answer: schoolRecord, key: { id: 'schoolId' } });

const VIEW = 'schoolsForSuperAdmins';
const LISTED = {
  view: VIEW,
  answer: answerOf(
    records.columns,
    sql`(select count(*) from assignments_for_super_admins where school_id = record.id) as member_count`,
  ),
} as const;

export const list = api.schools.list.handler(({ input, context: { tx } }) => {
  const { sort = 'name', filter: { isPremium } = {} } = input;
  const key = sql.ref<string>(sort === 'name' ? 'sortName' : 'sortShortName');
  return pageOfList<SchoolRow, (typeof SCHOOL_COLUMNS)[number]>(tx, LISTED, key, {
    ...input,
    searches: {
      any: anyContains,
      id: idBegins,
      name: columnContains('sortName'),
      shortName: columnContains('sortShortName'),
      isPremium: contains(sql`case when is_premium then 'yes premium' else 'no standard' end`),
    },
    filters: isPremium === undefined ? [] : [sql<boolean>`is_premium = ${isPremium}`],
  });
});

export const deletionImpact = api.schools.deletionImpact.handler(async ({ input, context: { tx } }) => {
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

export const remove = api.schools.remove.handler(async (asked) => {
  await holdSeason(asked.context.tx, asked.input.schoolId);
  await records.remove(asked);
});

export const notOfUser = api.schools.notOfUser.handler(async ({ input: { search = '', userId }, context: { tx } }) => {
  const unassigned = sql<boolean>`not exists (
    select from assignments_for_super_admins where school_id = record.id and user_id = ${userId}::uuid)`;
  return firstByName<SchoolRecord>(tx, { view: VIEW, answer: answerOf(records.columns) }, search, unassigned);
});

export const details = api.schools.details.handler(records.details);
export const add = api.schools.add.handler(records.add);
export const update = api.schools.update.handler(records.update);
export const previewImport = api.schools.previewImport.handler(previewOf('schools'));
export const changeMany = api.schools.changeMany.handler(changeManyOf(LISTS.schools));
