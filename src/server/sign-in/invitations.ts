// Invites a person to a school, mails the link if this server sends mail, and makes the account that it opens.
import { randomUUID } from 'node:crypto';
import { sql, type ExpressionOrFactory, type Kysely, type SqlBool } from 'kysely';
import { ROLE_LABELS, type Role } from '#contract/words.ts';
import { actAs, type Tx } from '../database/database.ts';
import { insertAll } from '../database/insert-all.ts';
import type { Tables } from '../database/tables.ts';
import type { Outbox } from '../mail.ts';
import { invitationPath, newLink } from './links.ts';

type New = { email: string; schoolId: string; role: Role };

/** The person with this email, if there is an account. For super admins. */
export const userWithEmail = (tx: Tx, email: string): Promise<{ id: string } | undefined> =>
  tx.selectFrom('usersForSuperAdmins').select('id').where('email', '=', email).executeTakeFirst();

/** A person without an account. Inviting them to the same school again replaces the link. */
export async function invite(tx: Tx, outbox: Outbox | undefined, { email, schoolId, role }: New) {
  await tx.deleteFrom('invitations').where('email', '=', email).where('schoolId', '=', schoolId).execute();
  const { token, hash } = newLink();
  const { id, expiresAt } = await tx
    .insertInto('invitations')
    .values({ email, schoolId, role, tokenHash: hash })
    .returning(['id', 'expiresAt'])
    .executeTakeFirstOrThrow();
  const { name } = await tx.selectFrom('schools').select('name').where('id', '=', schoolId).executeTakeFirstOrThrow();
  outbox?.add({
    to: email,
    subject: `Your invitation to ${name} on Courtside`,
    before: [
      `You are invited to join ${name} on Courtside as ${ROLE_LABELS[role]}.`,
      'Open this link within 7 days to choose your name and password. It works once.',
    ],
    link: { label: 'Accept the invitation', address: outbox.linkTo(invitationPath(token)) },
    after: ['If you did not expect this, ignore this email.'],
  });
  return { id, email, token, expiresAt };
}

type Owner = Kysely<Tables>;

/** The open invitations of the person with this email address, or of the one that a query finds. */
export const openInvitations = (owner: Owner, email: string | ExpressionOrFactory<Tables, 'invitations', string>) =>
  owner
    .selectFrom('invitations')
    .innerJoin('schools', 'schools.id', 'schoolId')
    .select(['email', 'schoolId', 'schools.name', 'role'])
    .where('email', '=', email)
    .where(sql<SqlBool>`expires_at > now()`)
    .orderBy('schools.sortName')
    .execute();

type Invited = { email: string; name: string; schools: readonly { schoolId: string; role: Role }[] };

/** Makes the account, with all assignments of the person's open invitations, and returns its id. */
export async function joinInvited(tx: Tx, { email, name, schools }: Invited): Promise<string> {
  const userId = randomUUID();
  // The history names the new person for what the invitation opened.
  await actAs(tx, userId);
  await tx
    .insertInto('users')
    .values({ id: userId, email, name, lastSignIn: sql`now()` })
    .execute();
  const assignments = schools.map(({ schoolId, role }) => ({ userId, schoolId, role }));
  await insertAll(tx, 'usersSchools', assignments);
  await tx.deleteFrom('invitations').where('email', '=', email).execute();
  return userId;
}
