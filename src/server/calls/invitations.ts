// What super admins do for people who can't sign in yet or any more: invitations and password reset links.
import { sql } from 'kysely';
import { ROLE_LABELS, type Role } from '#contract/words.ts';
import { api } from '../api.ts';
import type { Tx } from '../database/database.ts';
import { isOnlyForDbManagers } from '../database/errors.ts';
import { deleteOne } from '../database/records.ts';
import type { Mailer } from '../mail.ts';
import { invitationPath, newLink } from '../sign-in/links.ts';

const ofSchool = api.invitations.ofSchool.handler(({ input, context: { tx } }) =>
  tx
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'expiresAt'])
    .where('schoolId', '=', input.schoolId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('email')
    .execute(),
);

type New = { email: string; schoolId: string; role: Role };

/** Null: the person has an account. */
async function inviteOne(tx: Tx, mail: Mailer | undefined, { email, schoolId, role }: New) {
  const user = await tx.selectFrom('usersForSuperAdmins').select('id').where('email', '=', email).executeTakeFirst();
  if (user) return null;
  await tx.deleteFrom('invitations').where('email', '=', email).where('schoolId', '=', schoolId).execute();
  const { token, hash } = newLink();
  const { id, expiresAt } = await tx
    .insertInto('invitations')
    .values({ email, schoolId, role, tokenHash: hash })
    .returning(['id', 'expiresAt'])
    .executeTakeFirstOrThrow();
  const { name } = await tx.selectFrom('schools').select('name').where('id', '=', schoolId).executeTakeFirstOrThrow();
  mail?.send({
    to: email,
    subject: `Your invitation to ${name} on Courtside`,
    text: [
      `You are invited to join ${name} on Courtside as ${ROLE_LABELS[role]}.`,
      'Open this link within 7 days to choose your name and password. It works once.',
      mail.linkTo(invitationPath(token)),
      'If you did not expect this, ignore this email.',
    ].join('\n\n'),
  });
  return { id, email, token, expiresAt };
}

const invite = api.invitations.invite.handler(async ({ input, context: { tx, mail }, errors }) => {
  const link = await inviteOne(tx, mail, input);
  if (!link) throw errors.HAS_ACCOUNT();
  return { ...link, mailed: mail !== undefined };
});

const inviteMany = api.invitations.inviteMany.handler(async ({ input, context: { tx, mail } }) => {
  const links = [];
  for (const each of input.invitations) links.push((await inviteOne(tx, mail, each)) ?? []);
  return { links: links.flat(), mailed: mail !== undefined };
});

const revoke = api.invitations.revoke.handler(({ input, context: { tx }, errors }) =>
  deleteOne(tx.deleteFrom('invitations').where('id', '=', input.id), errors),
);

const revokeMany = api.invitations.revokeMany.handler(async ({ input, context: { tx } }) => {
  await tx
    .deleteFrom('invitations')
    .where(sql<boolean>`id = any(${input.ids}::uuid[])`)
    .execute();
});

const create = api.passwordResets.create.handler(async ({ input, context: { tx }, errors }) => {
  const { token, hash } = newLink();
  const creating = sql<{ created: boolean; expiresAt: Date }>`
    select create_password_reset(${input.userId}::uuid, ${hash}) as created, now() + interval '1 hour' as expires_at`;
  const { rows } = await creating.execute(tx).catch((error: unknown) => {
    throw isOnlyForDbManagers(error) ? errors.ONLY_DB_MANAGERS() : error;
  });
  const [row] = rows;
  if (!row?.created) throw errors.NOT_FOUND();
  return { token, expiresAt: row.expiresAt };
});

export const invitations = { ofSchool, invite, inviteMany, revoke, revokeMany };
export const passwordResets = { create };
