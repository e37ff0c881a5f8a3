// Requests to join a school: asked by anyone signed in, confirmed or declined at the school, accepted by super admins.
import { sql } from 'kysely';
import type { AccessRequest } from '#contract/access-requests.ts';
import { api } from '../api.ts';
import { currentUser } from '../database/database.ts';
import { deletes } from '../database/records.ts';

export const schoolsNamed = api.accessRequests.schoolsNamed.handler(async ({ input, context: { tx } }) => {
  const found = sql<{ id: string; name: string; shortName: string }>`select * from schools_named(${input.search})`;
  return (await found.execute(tx)).rows;
});

export const mine = api.accessRequests.mine.handler(async ({ context: { tx } }) => {
  const found = sql<Pick<AccessRequest, 'id' | 'schoolId' | 'schoolName' | 'createdAt'>>`
    select * from my_access_requests()`;
  return (await found.execute(tx)).rows;
});

export const toDecide = api.accessRequests.toDecide.handler(async ({ context: { tx } }) => {
  const found = sql<AccessRequest>`select * from access_requests_to_decide()`;
  return (await found.execute(tx)).rows;
});

export const ask = api.accessRequests.ask.handler(async ({ input: { schoolId, note }, context: { tx } }) => {
  await tx
    .insertInto('accessRequests')
    .values({ userId: currentUser, schoolId, note })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
});

export const withdraw = api.accessRequests.withdraw.handler(async ({ input: { id }, context: { tx }, errors }) => {
  const own = tx.deleteFrom('accessRequests').where('id', '=', id).where('userId', '=', currentUser);
  await own.returning('id').executeTakeFirstOrThrow(() => errors.NOT_FOUND());
});

export const confirm = api.accessRequests.confirm.handler(async ({ input, context: { tx }, errors }) => {
  const { id, schoolId } = input;
  await tx
    .updateTable('accessRequests')
    .set({ confirmedBy: currentUser })
    .where('id', '=', id)
    .where('schoolId', '=', schoolId)
    .returning('id')
    .executeTakeFirstOrThrow(() => errors.NOT_FOUND());
});

export const decline = api.accessRequests.decline.handler(deletes('accessRequests'));

export const accept = api.accessRequests.accept.handler(async ({ input: { id, role }, context: { tx }, errors }) => {
  const requested = tx
    .selectFrom('accessRequests')
    .select(['userId', 'schoolId', sql.val(role).as('role')])
    .where('id', '=', id);
  const assigned = await tx
    .insertInto('usersSchools')
    .columns(['userId', 'schoolId', 'role'])
    .expression(requested)
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .executeTakeFirst();
  // The assignment has ended the request. It comes first, as when somebody assigns the person without it.
  if (!assigned) await deletes('accessRequests')({ input: { id }, context: { tx }, errors });
});
