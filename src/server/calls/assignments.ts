import { sql } from 'kysely';
import { assignment, assignments } from '#contract/assignments.ts';
import { api } from '../api.ts';
import { currentUser } from '../database/database.ts';
import { pageByName } from '../database/listing.ts';
import { recordsOf } from '../database/records.ts';
import { changeManyOf } from '../lists/change-many.ts';

export const mine = api.assignments.mine.handler(async ({ context: { tx } }) => {
  const rows = await tx
    .selectFrom('usersSchools')
    .innerJoin('schools', 'schools.id', 'usersSchools.schoolId')
    .select(['schoolId', 'role', 'name', 'shortName', 'isPremium'])
    .where('userId', '=', currentUser)
    .orderBy('sortName')
    .execute();
  return rows.map(({ schoolId, role, ...school }) => ({ schoolId, role, school: { id: schoolId, ...school } }));
});

export const inSchool = api.assignments.inSchool.handler(async ({ input, context: { tx } }) => {
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

export const ofSchool = api.assignments.ofSchool.handler(async ({ input, context: { tx } }) => {
  const matching = tx
    .selectFrom('usersSchools')
    .innerJoin('users', 'users.id', 'usersSchools.userId')
    .select(['users.id', 'name', 'email', 'role', 'usersSchools.version', 'sortName as sortKey'])
    .where('schoolId', '=', input.schoolId);
  const { rows, ...page } = await pageByName(matching, 'users', input.after);
  const { schoolId } = input;
  return {
    ...page,
    rows: rows.map(({ role, version, ...user }) => ({ userId: user.id, schoolId, role, version, user })),
  };
});

export const ofUser = api.assignments.ofUser.handler(async ({ input, context: { tx } }) => {
  const matching = tx
    .selectFrom('usersSchools')
    .innerJoin('schools', 'schools.id', 'usersSchools.schoolId')
    .select(['schools.id', 'name', 'shortName', 'isPremium', 'role', 'usersSchools.version', 'sortName as sortKey'])
    .where('userId', '=', input.userId);
  const { rows, ...page } = await pageByName(matching, 'schools', input.after);
  const { userId } = input;
  return {
    ...page,
    rows: rows.map(({ role, version, ...school }) => ({ userId, schoolId: school.id, role, version, school })),
  };
});

export const countsByRole = api.assignments.countsByRole.handler(async ({ input, context: { tx } }) => {
  const rows = await tx
    .selectFrom('usersSchools')
    .select(['role', (row) => row.fn.countAll<number>().as('count')])
    .where('schoolId', '=', input.schoolId)
    .groupBy('role')
    .execute();
  return { primary: 0, admin: 0, viewer: 0, ...Object.fromEntries(rows.map(({ role, count }) => [role, count])) };
});

const records = recordsOf({
  table: 'usersSchools',
  subject: 'assignment',
  answer: assignment,
  key: { userId: 'userId', schoolId: 'schoolId' },
});

export const changeRole = api.assignments.changeRole.handler(({ input: { role, ...asked }, context, errors }) =>
  records.update({ input: { ...asked, changed: { role } }, context, errors }),
);

export const assign = api.assignments.assign.handler(async ({ input: { studentId, ...wanted }, context, errors }) => {
  const assigned = await records.add({ input: wanted, context, errors });
  if (studentId) {
    const { userId, schoolId } = wanted;
    await context.tx
      .updateTable('students')
      .set({ userId })
      .where(({ and }) => and({ schoolId, id: studentId }))
      .where('userId', 'is', null)
      .where(
        sql<boolean>`not exists (select from students other where school_id = ${schoolId} and user_id = ${userId})`,
      )
      .execute();
  }
  return assigned;
});

export const remove = api.assignments.remove.handler(async ({ input, context, errors }) => {
  const student = await context.tx
    .selectFrom('students')
    .select('id')
    .where(({ and }) => and(input))
    .executeTakeFirst();
  await records.remove({ input, context, errors });
  return { studentId: student?.id ?? null };
});

export const changeMany = api.assignments.changeMany.handler(
  changeManyOf({
    table: 'users_schools',
    subject: 'assignment',
    key: ['userId', 'schoolId'],
    errors: assignments.assign['~orpc'].errorMap,
  }),
);
