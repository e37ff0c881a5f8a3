import { sql } from 'kysely';
import { api } from '../api.ts';
import type { Tx } from '../database/database.ts';
import { lastChangeOf } from '../database/last-change.ts';
import { pageOfRows } from '../database/listing.ts';

const COLUMNS = ['userId', 'schoolId', 'role', 'version'] as const;

const mine = api.assignments.mine.handler(async ({ context: { tx } }) => {
  const rows = await tx
    .selectFrom('usersSchools')
    .innerJoin('schools', 'schools.id', 'usersSchools.schoolId')
    .select(['schoolId', 'role', 'name', 'shortName', 'isPremium'])
    .where('userId', '=', sql<string>`app_user_id()`)
    .orderBy('sortName')
    .execute();
  return rows.map(({ schoolId, role, ...school }) => ({ schoolId, role, school: { id: schoolId, ...school } }));
});

const inSchool = api.assignments.inSchool.handler(async ({ input, context: { tx } }) => {
  const rows = await tx
    .selectFrom('usersSchools')
    .innerJoin('users', 'users.id', 'usersSchools.userId')
    .select(['userId', 'role', 'name', 'email'])
    .where('schoolId', '=', input.schoolId)
    .orderBy('sortName')
    .orderBy('userId')
    .execute();
  return rows.map(({ userId, role, ...user }) => ({ userId, role, user: { id: userId, ...user } }));
});

const ofSchool = api.assignments.ofSchool.handler(async ({ input, context: { tx } }) => {
  const order = { key: sql.ref<string>('users.sortName'), id: sql.ref<string>('users.id'), descending: false };
  const matching = tx
    .selectFrom('usersSchools')
    .innerJoin('usersForSuperAdmins as users', 'users.id', 'usersSchools.userId')
    .select(['users.id', 'users.name', 'users.email', 'role', 'usersSchools.version', order.key.as('sortKey')])
    .where('schoolId', '=', input.schoolId);
  const { rows, ...page } = await pageOfRows(tx, matching, order, input.after);
  const { schoolId } = input;
  return {
    ...page,
    rows: rows.map(({ role, version, ...user }) => ({ userId: user.id, schoolId, role, version, user })),
  };
});

const ofUser = api.assignments.ofUser.handler(async ({ input, context: { tx } }) => {
  const order = { key: sql.ref<string>('schools.sortName'), id: sql.ref<string>('schools.id'), descending: false };
  const matching = tx
    .selectFrom('usersSchools')
    .innerJoin('schoolsForSuperAdmins as schools', 'schools.id', 'usersSchools.schoolId')
    .select(['schools.id', 'name', 'shortName', 'isPremium', 'role', 'usersSchools.version', order.key.as('sortKey')])
    .where('userId', '=', input.userId);
  const { rows, ...page } = await pageOfRows(tx, matching, order, input.after);
  const { userId } = input;
  return {
    ...page,
    rows: rows.map(({ role, version, ...school }) => ({ userId, schoolId: school.id, role, version, school })),
  };
});

const countsByRole = api.assignments.countsByRole.handler(async ({ input, context: { tx } }) => {
  const rows = await tx
    .selectFrom('usersSchools')
    .select(['role', (row) => row.fn.countAll<number>().as('count')])
    .where('schoolId', '=', input.schoolId)
    .groupBy('role')
    .execute();
  return { primary: 0, admin: 0, viewer: 0, ...Object.fromEntries(rows.map(({ role, count }) => [role, count])) };
});

const find = (tx: Tx, userId: string, schoolId: string) =>
  tx
    .selectFrom('usersSchools')
    .select(COLUMNS)
    .where('userId', '=', userId)
    .where('schoolId', '=', schoolId)
    .executeTakeFirst();

const assign = api.assignments.assign.handler(async ({ input, context: { tx }, errors }) => {
  const added = await tx
    .insertInto('usersSchools')
    .values(input)
    .onConflict((conflict) => conflict.columns(['userId', 'schoolId']).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
  const assignment = added ?? (await find(tx, input.userId, input.schoolId));
  if (assignment?.role !== input.role) throw errors.CONFLICT();
  return assignment;
});

const changeRole = api.assignments.changeRole.handler(async ({ input, context: { tx }, errors }) => {
  const { userId, schoolId, version, role } = input;
  const updated = await tx
    .updateTable('usersSchools')
    .set({ role })
    .where('userId', '=', userId)
    .where('schoolId', '=', schoolId)
    .where('version', '=', version)
    .returning(COLUMNS)
    .executeTakeFirst();
  if (updated) return updated;
  const current = await find(tx, userId, schoolId);
  if (!current) throw errors.NOT_FOUND();
  if (current.role === role) return current;
  const change = await lastChangeOf(tx, 'assignment', userId, schoolId);
  throw errors.CHANGED_MEANWHILE({ data: { ...change, current } });
});

const remove = api.assignments.remove.handler(async ({ input, context: { tx }, errors }) => {
  const removed = await tx
    .deleteFrom('usersSchools')
    .where('userId', '=', input.userId)
    .where('schoolId', '=', input.schoolId)
    .executeTakeFirst();
  if (Number(removed.numDeletedRows) === 0) throw errors.NOT_FOUND();
});

export const assignments = { mine, inSchool, ofSchool, ofUser, countsByRole, assign, changeRole, remove };
