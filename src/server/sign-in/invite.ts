// Invites a person to a school, and mails the link if this server sends mail.
import { sql } from 'kysely';
import { ROLE_LABELS, type Role } from '#contract/words.ts';
import { isOneOf, type Tx } from '../database/database.ts';
import type { Outbox } from '../mail.ts';
import { invitationPath, newLink } from './links.ts';

type New = { email: string; schoolId: string; role: Role };

/** The person with this email, if there is an account. For super admins. */
export async function userWithEmail(tx: Tx, email: string): Promise<{ id: string } | undefined> {
  const found = sql<{ id: string }>`select id from users_for_super_admins where email = ${email}`;
  return (await found.execute(tx)).rows[0];
}

/**
 * Takes the locks that inviting needs before any invitation is added, and always in the same order, so that two calls never wait for each
 * other: first those of the schools, as a deletion does, then those of their lists, which count invitations.
 */
export async function holdInvitationLists(tx: Tx, schoolIds: Iterable<string>): Promise<void> {
  const ids = [...new Set(schoolIds)].toSorted();
  await tx.selectFrom('schools').select('id').where(isOneOf('id', ids)).orderBy('id').forKeyShare().execute();
  for (const id of ids) await sql`select lock_list('invitations', ${id}::uuid)`.execute(tx);
}

/** A person without an account. Inviting them to the same school again replaces the link. */
export async function invite(tx: Tx, outbox: Outbox | undefined, { email, schoolId, role }: New) {
  await holdInvitationLists(tx, [schoolId]);
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
