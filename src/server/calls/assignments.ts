import { sql } from 'kysely';
import { api } from '../api.ts';
import type { Tx } from '../database/database.ts';
import { pageOfRows } from '../database/listing.ts';
import { addOnce, deleteOne, updateUnlessChanged } from '../database/records.ts';

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
    .select(['userId', 'role', 'usersSchools.version', 'name', 'email'])
    .where('schoolId', '=', input.schoolId)
    .orderBy('sortName')
    .orderBy('userId')
    .execute();
  return rows.map(({ userId, role, version, ...user }) => ({ userId, role, version, user: { id: userId, ...user } }));
});

const ofSchool = api.assignments.ofSchool.handler(async ({ input, context: { tx } }) => {
  const order = { key: sql.ref<string>('users.sortName'), id: sql.ref<string>('users.id'), descending: false };
  const matching = tx
    .selectFrom('usersSchools')
    .innerJoin('usersForSuperAdmins as users', 'users.id', 'usersSchools.userId')
    .select(['users.id', 'users.name', 'users.email', 'role', 'usersSchools.version', order.key.as('sortKey')])
    .where('schoolId', '=', input.schoolId);
  const { rows, ...page } = await pageOfRows(tx, matching, order, input);
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
  const { rows, ...page } = await pageOfRows(tx, matching, order, input);
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
  tx.selectFrom('usersSchools').select(COLUMNS).where('userId', '=', userId).where('schoolId', '=', schoolId);

const assign = api.assignments.assign.handler(({ input, context: { tx }, errors }) => {
  const insert = tx
    .insertInto('usersSchools')
    .values(input)
    .onConflict((conflict) => conflict.columns(['userId', 'schoolId']).doNothing());
  const queries = { insert: insert.returning(COLUMNS), find: find(tx, input.userId, input.schoolId) };
  return addOnce(input, queries, errors);
});

const changeRole = api.assignments.changeRole.handler(({ input, context: { tx }, errors }) => {
  const { userId, schoolId, version, role } = input;
  const query = tx
    .updateTable('usersSchools')
    .set({ role })
    .where('userId', '=', userId)
    .where('schoolId', '=', schoolId)
    .where('version', '=', version);
  return updateUnlessChanged(
    tx,
    { role },
    {
      update: query.returning(COLUMNS),
      find: find(tx, userId, schoolId),
      recorded: () => ({ subject: 'assignment', recordId: userId, parentId: schoolId }),
    },
    errors,
  );
});

const remove = api.assignments.remove.handler(({ input: { userId, schoolId }, context: { tx }, errors }) => {
  const query = tx.deleteFrom('usersSchools').where('userId', '=', userId).where('schoolId', '=', schoolId);
  return deleteOne(query, errors);
});

export const assignments = { mine, inSchool, ofSchool, ofUser, countsByRole, assign, changeRole, remove };
