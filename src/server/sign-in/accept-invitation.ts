// What an invitation opens: an account with all assignments of the person's open invitations.
import { randomUUID } from 'node:crypto';
import type { ExpressionOrFactory } from 'kysely';
import type { Role } from '#contract/words.ts';
import { actAs, type Owner, type Tx } from '../database/database.ts';
import { insertAll } from '../database/insert-all.ts';
import type { Tables } from '../database/tables.ts';
import { isOpen } from './links.ts';

/** The open invitations of the person with this email address, or of the one that a query finds. */
export const openInvitations = (owner: Owner, email: string | ExpressionOrFactory<Tables, 'invitations', string>) =>
  owner
    .selectFrom('invitations')
    .innerJoin('schools', 'schools.id', 'schoolId')
    .select(['email', 'schoolId', 'schools.name', 'role'])
    .where('email', '=', email)
    .where(isOpen)
    .orderBy('schools.sortName')
    .execute();

/** Keeps the person's invitations from being revoked, and their schools from being deleted, until the account is made. */
export async function holdInvitations(tx: Owner, email: string): Promise<void> {
  await tx
    .selectFrom('invitations')
    .innerJoin('schools', 'schools.id', 'schoolId')
    .select('schools.id')
    .where('email', '=', email)
    .orderBy('schools.id')
    .forKeyShare('schools')
    .execute();
  await tx.selectFrom('invitations').select('id').where('email', '=', email).orderBy('id').forUpdate().execute();
}

type Invited = { email: string; name: string; schools: readonly { schoolId: string; role: Role }[] };

/** Makes the account, and returns its id. */
export async function joinInvited(tx: Tx, { email, name, schools }: Invited): Promise<string> {
  const userId = randomUUID();
  // The history names the new person for what the invitation opened.
  await actAs(tx, userId);
  await tx.insertInto('users').values({ id: userId, email, name }).execute();
  const assignments = schools.map(({ schoolId, role }) => ({ userId, schoolId, role }));
  await insertAll(tx, 'usersSchools', assignments);
  await tx.deleteFrom('invitations').where('email', '=', email).execute();
  return userId;
}
