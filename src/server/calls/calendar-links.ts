import { sql } from 'kysely';
import { api } from '../api.ts';
import { currentUser } from '../database/database.ts';
import { deletes } from '../database/records.ts';
import { newLink } from '../sign-in/links.ts';

export const ofSchool = api.calendarLinks.ofSchool.handler(async ({ input: { schoolId }, context: { tx } }) => {
  const link = await tx
    .selectFrom('calendarLinks')
    .leftJoin('users', 'users.id', 'madeBy')
    .select(['users.name as madeBy', 'calendarLinks.createdAt'])
    .where('schoolId', '=', schoolId)
    .executeTakeFirst();
  return link ?? null;
});

export const make = api.calendarLinks.make.handler(async ({ input: { schoolId }, context: { tx } }) => {
  const { token, hash } = newLink();
  const link = { tokenHash: hash, madeBy: currentUser };
  const { createdAt } = await tx
    .insertInto('calendarLinks')
    .values({ schoolId, ...link })
    .onConflict((conflict) => conflict.column('schoolId').doUpdateSet({ ...link, createdAt: sql`now()` }))
    .returning('createdAt')
    .executeTakeFirstOrThrow();
  return { token, createdAt };
});

export const end = api.calendarLinks.end.handler(deletes('calendarLinks'));
