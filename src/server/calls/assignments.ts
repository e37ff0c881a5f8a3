import { sql } from 'kysely';
import type { Assignment } from '#contract/assignments.ts';
import { api } from '../api.ts';
import { pageOfRows } from '../database/listing.ts';
import { recordsOf } from '../database/records.ts';

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
    .innerJoin('users', 'users.id', 'usersSchools.userId')
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
    .innerJoin('schools', 'schools.id', 'usersSchools.schoolId')
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

const records = recordsOf<Assignment>({
  table: 'usersSchools',
  columns: COLUMNS,
  unique: ['userId', 'schoolId'],
  recorded: ({ userId = '', schoolId = '' }) => ({ subject: 'assignment', recordId: userId, parentId: schoolId }),
});

const assign = api.assignments.assign.handler(({ input: { role, ...key }, context: { tx }, errors }) =>
  records.add(tx, { ...key, role }, key, errors),
);

const changeRole = api.assignments.changeRole.handler(({ input: { version, role, ...key }, context: { tx }, errors }) =>
  records.update(tx, key, { version, changed: { role } }, errors),
);

const remove = api.assignments.remove.handler(({ input: { userId, schoolId }, context: { tx }, errors }) =>
  records.remove(tx, { userId, schoolId }, errors),
);

export const assignments = { mine, inSchool, ofSchool, ofUser, countsByRole, assign, changeRole, remove };
