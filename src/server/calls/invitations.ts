// What super admins do for people who can't sign in yet or any more: invitations and password reset links.
import { sql } from 'kysely';
import { api } from '../api.ts';
import { currentUser, isOneOf } from '../database/database.ts';
import { deletes } from '../database/records.ts';
import { holdInvitationLists, invite as inviteOne, userWithEmail } from '../sign-in/invite.ts';
import { isOpen, newLink } from '../sign-in/links.ts';

const ofSchool = api.invitations.ofSchool.handler(({ input, context: { tx } }) =>
  tx
    .selectFrom('invitations')
    .select(['id', 'email', 'role', 'expiresAt'])
    .where('schoolId', '=', input.schoolId)
    .where(isOpen)
    .orderBy('email')
    .execute(),
);

const invite = api.invitations.invite.handler(async ({ input, context: { tx, outbox }, errors }) => {
  if (await userWithEmail(tx, input.email)) throw errors.HAS_ACCOUNT();
  return { ...(await inviteOne(tx, outbox, input)), mailed: outbox !== undefined, unsent: [] };
});

const inviteMany = api.invitations.inviteMany.handler(async ({ input, context: { tx, outbox } }) => {
  const { invitations: wanted } = input;
  await holdInvitationLists(tx, new Set(wanted.map(({ schoolId }) => schoolId)));
  const links = [];
  for (const each of wanted) {
    if (!(await userWithEmail(tx, each.email))) links.push(await inviteOne(tx, outbox, each));
  }
  return { links, mailed: outbox !== undefined, unsent: [] };
});

const revoke = api.invitations.revoke.handler(deletes('invitations'));

const revokeMany = api.invitations.revokeMany.handler(async ({ input, context: { tx } }) => {
  await tx.deleteFrom('invitations').where(isOneOf('id', input.ids)).execute();
  const revoked = await tx
    .selectFrom('changes')
    .select('recordId')
    .where(isOneOf('recordId', input.ids))
    .where('action', '=', 'delete')
    .where('byId', '=', currentUser)
    .where(
      sql<boolean>`not exists (select from invitations where school_id = parent_id and email = before ->> 'email')`,
    )
    .execute();
  return revoked.map(({ recordId }) => recordId);
});

const create = api.passwordResets.create.handler(async ({ input, context: { tx }, errors }) => {
  const { token, hash } = newLink();
  const creating = sql<{ created: boolean; expiresAt: Date }>`
    select create_password_reset(${input.userId}::uuid, ${hash}) as created, now() + interval '1 hour' as expires_at`;
  const [row] = (await creating.execute(tx)).rows;
  if (!row?.created) throw errors.NOT_FOUND();
  return { token, expiresAt: row.expiresAt };
});

export const invitations = { ofSchool, invite, inviteMany, revoke, revokeMany };
export const passwordResets = { create };
