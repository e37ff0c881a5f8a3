// A person's password in the database: whether it is right, and how it is replaced.
import { sql } from 'kysely';
import type { KnownEnd } from '#contract/own-account.ts';
import type { SessionContext } from '../api.ts';
import type { Database, Owner } from '../database/database.ts';
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts';
import { endSessionsOf } from './sessions.ts';

/** A wrong password is never answered sooner, whatever kind of hash was compared: bcrypt of cost 12 takes about 0.3 s. */
const MIN_REFUSAL_MS = 500;

const passwordSince = sql<string>`changed_at::text`.as('passwordSince');

/** The user whose password was right, and since when it has been their password. */
export type Proved = { id: string; passwordSince: string };

/** The user who signs in with this email and password, or undefined. */
export async function checkCredentials(
  { database, pause }: Pick<SessionContext, 'database' | 'pause'>,
  email: string,
  password: string,
): Promise<Proved | undefined> {
  const started = performance.now();
  const user = await database.owner
    .selectFrom('users')
    .innerJoin('passwords', 'userId', 'id')
    .select(['id', 'hash', passwordSince])
    .where('email', '=', email)
    .executeTakeFirst();
  if (!(await verifyPassword(user?.hash, password)) || !user) {
    await pause(Math.max(0, MIN_REFUSAL_MS - (performance.now() - started)));
    return undefined;
  }
  if (isOutdated(user.hash)) await upgradeHash(database, user.id, user.hash, password);
  return { id: user.id, passwordSince: user.passwordSince };
}

/** Whether nobody has replaced the password since it was proved. Nobody can until the transaction ends. */
export async function isStillPassword(tx: Owner, { id, passwordSince: since }: Proved): Promise<boolean> {
  await lockUser(tx, id);
  const found = await tx.selectFrom('passwords').select(passwordSince).where('userId', '=', id).executeTakeFirst();
  return found?.passwordSince === since;
}

async function upgradeHash(database: Database, userId: string, outdated: string, password: string): Promise<void> {
  const hash = await hashPassword(password);
  // Unless somebody has set another password meanwhile.
  await database.owner
    .updateTable('passwords')
    .set({ hash })
    .where('userId', '=', userId)
    .where('hash', '=', outdated)
    .execute();
}

/** Everything that changes how a user signs in locks the user first, so that no two changes deadlock. */
export async function lockUser(owner: Owner, userId: string): Promise<void> {
  await owner.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/**
 * Gives the user this password from now on. Links that reset it don't work any more, nor do access tokens: somebody else may have read
 * one, or may have made one with the old password.
 */
export async function setPasswordHash(owner: Owner, userId: string, hash: string): Promise<void> {
  await lockUser(owner, userId);
  await owner.deleteFrom('passwordResets').where('userId', '=', userId).execute();
  await owner.deleteFrom('accessTokens').where('userId', '=', userId).execute();
  await owner
    .insertInto('passwords')
    .values({ userId, hash })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ hash, changedAt: sql`now()` }))
    .execute();
}

/** The same, and ends all sessions: anyone who has copied a session's token is signed out, too. */
export async function replacePassword(
  owner: Owner,
  user: { id: string; hash: string; mustChangePassword: boolean },
  reason: KnownEnd,
): Promise<void> {
  const { id, hash, mustChangePassword } = user;
  await setPasswordHash(owner, id, hash);
  await owner.updateTable('users').set({ mustChangePassword }).where('id', '=', id).execute();
  await endSessionsOf(owner, id, reason);
}
