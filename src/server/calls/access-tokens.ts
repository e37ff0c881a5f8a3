// The person's own access tokens. The table has no policies, as with sessions: no call that runs with a person's rights reads it.
import { sql } from 'kysely';
import { accountApi as account } from '../api.ts';
import { actAs } from '../database/database.ts';
import { newAccessToken } from '../sign-in/access-tokens.ts';
import { lockUser } from '../sign-in/credentials.ts';
import { provePassword } from '../sign-in/prove.ts';
import { isStillThere, storedHash } from '../sign-in/sessions.ts';

export const accessTokens = account.accessTokens.handler(({ context: { signedIn, database } }) =>
  database.owner
    .selectFrom('accessTokens as t')
    .leftJoin('schools', 'schools.id', 't.schoolId')
    .select(['t.id', 't.name', 'schools.name as school', 't.canWrite', 't.createdAt', 't.expiresAt', 't.lastUsedAt'])
    .where('t.userId', '=', signedIn.me.id)
    .orderBy('t.createdAt', 'desc')
    .orderBy('t.id')
    .execute(),
);

export const makeAccessToken = account.makeAccessToken.handler(async ({ input, context, errors }) => {
  const { signedIn, database, log } = context;
  const { name, schoolId, canWrite, days } = input;
  const userId = signedIn.me.id;
  await provePassword(context, signedIn.me, input.currentPassword, errors);
  if (schoolId !== null && signedIn.actor.roles[schoolId] === undefined) throw errors.NOT_FOUND();
  const token = newAccessToken();
  const { expiresAt } = await database.owner.transaction().execute(async (tx) => {
    // A change of the password at the same moment, or the end of all sessions, also ends this session, and then no token is created.
    await lockUser(tx, userId);
    if (!(await isStillThere(tx, signedIn.sessionId))) throw errors.UNAUTHORIZED();
    await actAs(tx, userId);
    return tx
      .insertInto('accessTokens')
      .values({
        userId,
        schoolId,
        name,
        canWrite,
        tokenHash: storedHash(token),
        expiresAt: sql`now() + make_interval(days => ${Number(days)})`,
      })
      .returning('expiresAt')
      .executeTakeFirstOrThrow();
  });
  log.info({ event: 'access token made', userId }, 'An access token was made');
  return { token, expiresAt };
});

export const endAccessToken = account.endAccessToken.handler(async ({ input: { id }, context, errors }) => {
  const { signedIn, database, log } = context;
  const userId = signedIn.me.id;
  await database.owner.transaction().execute(async (tx) => {
    await actAs(tx, userId);
    await tx
      .deleteFrom('accessTokens')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .returning('id')
      .executeTakeFirstOrThrow(() => errors.NOT_FOUND());
  });
  log.info({ event: 'access token ended', userId }, 'An access token was ended');
});
