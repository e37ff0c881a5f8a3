// Requests to add a colleague: a Primary Admin asks, a super admin confirms or declines.
import { sql } from 'kysely';
import { api } from '../api.ts';
import { currentUser, valueOf } from '../database/database.ts';
import { deletes } from '../database/records.ts';
import { invite, userWithEmail } from '../sign-in/invite.ts';

export const open = api.colleagueRequests.open.handler(({ context: { tx } }) =>
  tx
    .selectFrom('colleagueRequests as r')
    .innerJoin('schools', 'schools.id', 'r.schoolId')
    .leftJoin('users', 'users.id', 'r.askedBy')
    .select([
      'r.id',
      'r.schoolId',
      'schools.name as schoolName',
      'r.email',
      'r.role',
      'users.name as askedBy',
      'r.createdAt',
    ])
    .orderBy('r.createdAt')
    .orderBy('r.id')
    .execute(),
);

export const ask = api.colleagueRequests.ask.handler(async ({ input, context: { tx }, errors }) => {
  const { schoolId, email, role } = input;
  // A Primary Admin sees who belongs to the school, and of nobody else whether they have an account.
  const isHere = sql<boolean>`exists (select from users_schools join users on users.id = user_id
    where school_id = ${schoolId}::uuid and email = ${email})`;
  if (await valueOf(tx, isHere)) throw errors.ALREADY_HERE();
  await tx
    .insertInto('colleagueRequests')
    .values({ schoolId, email, role, askedBy: currentUser })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
});

export const remove = api.colleagueRequests.remove.handler(deletes('colleagueRequests'));

export const accept = api.colleagueRequests.accept.handler(async ({ input, context: { tx, outbox }, errors }) => {
  const { id } = input;
  // The school's deletion comes before or after: it deletes the school first, and then its requests.
  const schoolOfRequest = tx.selectFrom('colleagueRequests').select('schoolId').where('id', '=', id);
  await tx.selectFrom('schools').select('id').where('id', '=', schoolOfRequest).forKeyShare().execute();
  const request = await tx
    .deleteFrom('colleagueRequests')
    .where('id', '=', id)
    .returning(['email', 'schoolId', 'role'])
    .executeTakeFirstOrThrow(() => errors.NOT_FOUND());
  const user = await userWithEmail(tx, request.email);
  if (!user) return { ...(await invite(tx, outbox, request)), mailed: outbox !== undefined, unsent: [] };
  await tx
    .insertInto('usersSchools')
    .values({ userId: user.id, schoolId: request.schoolId, role: request.role })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return null;
});
