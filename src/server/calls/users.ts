import { sql, type RawBuilder } from 'kysely';
import type { LastSignIn, USER_COLUMNS } from '#contract/columns.ts';
import { userRecord, type UserFilter, type UserRecord, type UserRow } from '#contract/users.ts';
import { api } from '../api.ts';
import { valueOf } from '../database/database.ts';
import { answerOf, anyContains, columnContains, firstByName, idBegins, pageOfList } from '../database/listing.ts';
import { recordsOf } from '../database/records.ts';
import { changeManyOf } from '../lists/change-many.ts';
import { LISTS } from '../lists/lists.ts';
import { previewOf } from '../lists/preview.ts';

const records = recordsOf({ table: 'users', subject: 'user', answer: userRecord, key: { id: 'userId' } });

const VIEW = 'usersForSuperAdmins';
const LISTED = {
  view: VIEW,
  answer: answerOf(
    [...records.columns, 'lastSignIn'],
    sql`(select count(*) from assignments_for_super_admins where user_id = record.id) as school_count`,
  ),
} as const;

const signedIn = (when: LastSignIn): RawBuilder<boolean> => {
  if (when === 'never') return sql`last_sign_in is null`;
  const [how, days] = when.split('-');
  return sql`last_sign_in ${sql.raw(how === 'within' ? '>=' : '<')} now() - make_interval(days => ${Number(days)})`;
};

function conditionsOf({ role, schoolId, lastSignIn }: UserFilter): RawBuilder<boolean>[] {
  const assigned = [
    ...(schoolId === undefined ? [] : [sql`school_id = ${schoolId}::uuid`]),
    ...(role === undefined ? [] : [sql`role = ${role}`]),
  ];
  return [
    ...(lastSignIn === undefined ? [] : [signedIn(lastSignIn)]),
    ...(assigned.length === 0
      ? []
      : [
          sql<boolean>`exists (
          select from assignments_for_super_admins where user_id = record.id and ${sql.join(assigned, sql` and `)})`,
        ]),
  ];
}

export const list = api.users.list.handler(({ input, context: { tx } }) => {
  const { sort = 'email', filter = {} } = input;
  const key = sort === 'name' ? sql.ref<string>('sortName') : sql<string>`email collate "C"`;
  return pageOfList<UserRow, (typeof USER_COLUMNS)[number]>(tx, LISTED, key, {
    ...input,
    searches: { any: anyContains, id: idBegins, email: columnContains('email'), name: columnContains('sortName') },
    filters: conditionsOf(filter),
  });
});

export const deletionImpact = api.users.deletionImpact.handler(async ({ input, context: { tx } }) => {
  const assignments = await tx
    .selectFrom('usersSchools as own')
    .innerJoin('schools', 'schools.id', 'own.schoolId')
    .select('schools.name')
    .select(
      sql<boolean>`own.role = 'primary' and not exists (select from users_schools other
        where other.school_id = own.school_id and other.role = 'primary' and other.user_id <> own.user_id)`.as(
        'isLastPrimary',
      ),
    )
    .where('own.userId', '=', input.userId)
    .orderBy('sortName')
    .execute();
  return {
    assignments: assignments.length,
    lastPrimaryOf: assignments.filter(({ isLastPrimary }) => isLastPrimary).map(({ name }) => name),
  };
});

export const remove = api.users.remove.handler(async ({ input, context: { tx }, errors }) => {
  const isDeleted = await valueOf(tx, sql<boolean>`delete_auth_user(${input.userId}::uuid)`);
  if (!isDeleted) throw errors.NOT_FOUND();
});

export const endSessions = api.users.endSessions.handler(async ({ input, context: { tx }, errors }) => {
  const isThere = await valueOf(tx, sql<boolean>`end_sessions_of_user(${input.userId}::uuid)`);
  if (!isThere) throw errors.NOT_FOUND();
});

export const notInSchool = api.users.notInSchool.handler(async ({ input, context: { tx } }) => {
  const { search = '', schoolId } = input;
  const unassigned = sql<boolean>`not exists (
  select from assignments_for_super_admins where user_id = record.id and school_id = ${schoolId}::uuid)`;
  return firstByName<UserRecord>(tx, { view: VIEW, answer: answerOf(records.columns) }, search, unassigned);
});

export const details = api.users.details.handler(records.details);
export const update = api.users.update.handler(records.update);
export const previewImport = api.users.previewImport.handler(previewOf('users'));
export const changeMany = api.users.changeMany.handler(changeManyOf(LISTS.users));
