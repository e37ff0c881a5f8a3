// People who come to the school by invitation, and people who leave it.
import fc from 'fast-check';
import { expect } from 'vitest';
import { everyRow } from '../every-row.ts';
import { refused } from '../refused.ts';
import { comesToSchool, invitationsOf, INVITED_HOURS, isInvited, NEWCOMERS } from './joining.ts';
import { endLinks, isOpen, type Invitation } from './links.ts';
import { commandOf, pick } from './step.ts';
import { canSupport, othersOf, PEOPLE, type Truth } from './truth.ts';
import { callsBy, visitor } from './world.ts';

const nat = fc.nat(99);
const role = fc.constantFrom('primary', 'admin', 'viewer');

const openInvitations = (truth: Truth): Invitation[] => truth.invitations.filter((each) => isOpen(truth, each));

export const invite = commandOf({
  picks: fc.record({ whom: fc.constantFrom(...NEWCOMERS), role }),
  when: canSupport,
  recorded: ['create invitation', 'delete invitation'],
  does: async ({ world, truth, say }, { whom: email, role: as }) => {
    say(`Sue invites ${email} as ${as}`);
    const inviting = callsBy(world, truth, 'Sue').invitations.invite({ schoolId: world.schoolId, email, role: as });
    if (truth.others.has(email)) {
      expect((await refused(inviting)).code).toBe('HAS_ACCOUNT');
      return;
    }
    isInvited(truth, { token: (await inviting).token, email, role: as });
  },
});

export const openInvitation = commandOf({
  picks: fc.record({ invitation: nat }),
  when: (truth) => truth.invitations.length > 0,
  recorded: ['create user', 'create assignment', 'delete invitation'],
  does: async ({ world, truth, say }, picks) => {
    const invited = pick(truth.invitations.slice(-3), picks.invitation);
    const { email, token, role: as } = invited;
    say(`${email} opens the invitation of hour ${invited.expires - INVITED_HOURS} and makes an account`);
    const { session } = visitor(world).calls;
    const accepting = { token, name: email.split('@')[0]!, newPassword: 'three lanterns and a kite' };
    if (!isOpen(truth, invited)) {
      const codes = [
        (await refused(session.invitation({ token }))).code,
        (await refused(session.acceptInvitation(accepting))).code,
      ];
      expect(codes, 'it works once, for a week').toEqual(['EXPIRED_LINK', 'EXPIRED_LINK']);
      return;
    }
    expect(await session.invitation({ token })).toMatchObject({ email, schools: [{ role: as }] });
    expect(await session.acceptInvitation(accepting)).toMatchObject({ email, roles: { [world.schoolId]: as } });
    endLinks(invitationsOf(truth, email));
    comesToSchool(truth, email, as);
  },
});

export const revokeInvitation = commandOf({
  picks: fc.record({ invitation: nat, areMany: fc.boolean() }),
  when: (truth) => canSupport(truth) && openInvitations(truth).length > 0,
  recorded: ['delete invitation'],
  does: async ({ world, truth, say }, picks) => {
    const { email } = pick(openInvitations(truth), picks.invitation);
    say(`Sue withdraws ${picks.areMany ? 'all invitations' : `the invitation of ${email}`}`);
    const { invitations } = callsBy(world, truth, 'Sue');
    const found = await invitations.ofSchool({ schoolId: world.schoolId });
    if (picks.areMany) await invitations.revokeMany({ ids: found.map(({ id }) => id) });
    else await invitations.revoke({ id: found.find((each) => each.email === email)!.id });
    endLinks(picks.areMany ? truth.invitations : invitationsOf(truth, email));
  },
});

export const leave = commandOf({
  picks: fc.record({ whom: nat }),
  when: (truth) => canSupport(truth) && membersOf(truth).length > 0,
  recorded: ['delete assignment'],
  does: async ({ world, truth, say }, { whom }) => {
    const email = pick(membersOf(truth), whom);
    say(`Sue removes ${email} from the school`);
    const { schoolId } = world;
    const { assignments } = callsBy(world, truth, 'Sue');
    const { userId } = (await assignments.inSchool({ schoolId })).find(({ user }) => user.email === email)!;
    await assignments.remove({ userId, schoolId });
    truth.others.set(email, null);
  },
});
const membersOf = (truth: Truth): string[] => othersOf(truth).flatMap(([email, as]) => (as === null ? [] : [email]));

export const leaveAndUndo = commandOf({
  picks: fc.record({ who: fc.constantFrom(...PEOPLE) }),
  when: (truth, { who }) => canSupport(truth) && truth.accounts[who].role !== null,
  recorded: ['delete assignment', 'create assignment', 'update student'],
  does: async ({ world, truth, say }, { who }) => {
    say(`Sue removes ${who} from the school, and undoes it`);
    const { id: userId, role: as } = truth.accounts[who];
    const { schoolId } = world;
    const { assignments } = callsBy(world, truth, 'Sue');
    const rows = () => everyRow(world.database, ['version', 'created_at']);
    const before = await rows();
    const { studentId } = await assignments.remove({ userId, schoolId });
    await assignments.assign({ userId, schoolId, role: as!, studentId });
    expect(await rows(), 'the person is back, also as a student').toEqual(before);
  },
});
