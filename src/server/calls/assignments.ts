import { api } from '../api.ts';

const mine = api.assignments.mine.handler(async ({ context: { tx, actor } }) => {
  const rows = await tx
    .selectFrom('usersSchools')
    .innerJoin('schools', 'schools.id', 'usersSchools.schoolId')
    .select(['schoolId', 'role', 'name', 'shortName', 'isPremium'])
    .where('userId', '=', actor.userId)
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

export const assignments = { mine, inSchool };
