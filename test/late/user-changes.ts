// The changes of users, their assignments and invitations.
import { randomUUID } from 'node:crypto';
import { imported, importing, preview, rename, shared } from './in-admin.ts';
import type { LateChange } from './late-change.ts';
import { choose, pick, press, tick, type } from './person.ts';
import type { LateWorld } from './world.ts';

const invited = {
  'users.previewImport': ({ schoolId }: LateWorld) =>
    preview({ email: `${randomUUID()}@example.test`, schoolId, role: 'viewer' }),
};
const USERS: readonly LateChange[] = [
  {
    ...shared,
    change: 'editing a user',
    calls: ['users.update'],
    at: '/admin?tab=users&open=MEMBER',
    fill: rename,
    send: 'Save',
    done: 'User updated successfully',
    undone: 'User updated successfully',
  },
  {
    ...shared,
    change: 'deleting a user',
    calls: ['users.remove'],
    at: '/admin?tab=users&open=MEMBER&view=delete',
    send: 'Delete',
    done: 'User deleted successfully',
    undone: 'User restored successfully',
    isGone: true,
    closesAtOnce: true,
  },
  {
    ...shared,
    change: 'making a reset link',
    calls: ['passwordResets.create'],
    repeated: ['password_resets', 'changes'],
    at: '/admin?tab=users&open=MEMBER',
    send: 'Create Reset Link',
  },
  {
    ...shared,
    change: 'ending the sessions of a user',
    calls: ['users.endSessions'],
    repeated: ['changes'],
    at: '/admin?tab=users&open=MEMBER',
    fill: () => press('Sign Out Everywhere'),
    send: 'Sign out',
    done: 'User signed out everywhere',
  },
  {
    ...imported('users', () => ({})),
    change: 'importing users',
    calls: ['users.changeMany'],
    at: '/admin?tab=users',
    answers: {
      'users.previewImport': (world) => ({
        ignored: [],
        rows: [
          {
            line: 2,
            label: 'Mona',
            state: 'changed',
            message: null,
            was: { name: 'Mona' },
            differences: [{ column: 'name', before: 'Mona', after: 'Mo' }],
            change: { id: world.member.userId, version: 1, changed: { name: 'Mo' } },
            membership: null,
            invitation: null,
          },
        ],
      }),
    },
  },
  {
    ...imported('users', () => ({})),
    change: 'inviting people in a file',
    calls: ['invitations.inviteMany'],
    repeated: ['changes'],
    at: '/admin?tab=users',
    answers: invited,
  },
  {
    ...imported('users', () => ({})),
    change: 'undoing the invitations of a file',
    calls: ['invitations.revokeMany'],
    at: '/admin?tab=users',
    fill: async () => {
      await importing('users');
      await press('Import 1 row');
    },
    send: 'Undo',
    again: 'Undo the rest',
    isGone: true,
    answers: invited,
  },
  {
    ...shared,
    change: 'inviting somebody',
    calls: ['invitations.invite'],
    repeated: ['changes'],
    at: '/admin?open=SCHOOL&view=assignments&adding=true',
    fill: ({ mark }, text) => type('Email', `${text.replace(' ', '-')}-${mark}@example.test`),
    send: 'Invite',
  },
  {
    ...shared,
    change: 'revoking an invitation',
    calls: ['invitations.revoke'],
    at: '/admin?open=SCHOOL&view=assignments&adding=true',
    prepare: ({ as, mark, schoolId }) =>
      as('manager').invitations.invite({ email: `nia-${mark}@example.test`, schoolId, role: 'viewer' }),
    fill: ({ text }) => press(text('Revoke the invitation of nia-MARK@example.test')),
    send: 'Revoke',
    done: 'Invitation revoked',
    isGone: true,
  },
];
const ASSIGNMENTS: readonly LateChange[] = [
  {
    ...shared,
    change: 'assigning a user to a school',
    calls: ['assignments.assign'],
    at: '/admin?open=SCHOOL&view=assignments&adding=true',
    fill: async ({ mark }) => {
      await type('User', `Sam ${mark}`);
      await pick(new RegExp(`^Sam ${mark}`));
    },
    send: 'Assign User',
    done: 'User assigned successfully',
  },
  {
    ...shared,
    change: 'assigning a school to a user',
    calls: ['assignments.assign'],
    at: '/admin?tab=users&open=MEMBER&view=assignments&adding=true',
    fill: async ({ mark }) => {
      await type('School', `Home ${mark}`);
      await pick(new RegExp(`^Home ${mark}`));
    },
    send: 'Assign School',
    done: 'School assigned successfully',
  },
  {
    ...shared,
    change: 'changing a role',
    calls: ['assignments.changeRole'],
    at: '/admin?tab=users&open=MEMBER&view=assignments',
    fill: ({ text }) => choose(text('Role of Quiet MARK'), 'Admin'),
    send: 'Confirm role of Quiet MARK',
    done: 'Assignment updated successfully',
    undone: 'Assignment updated successfully',
    closesAtOnce: true,
    isGone: true,
  },
  {
    ...shared,
    change: 'deleting an assignment',
    calls: ['assignments.remove'],
    at: '/admin?tab=users&open=MEMBER&view=assignments',
    fill: ({ text }) => press(text('Delete assignment of Quiet MARK')),
    send: 'Delete',
    done: 'Assignment deleted successfully',
    undone: 'User assigned successfully',
    isGone: true,
    closesAtOnce: true,
  },
  {
    ...shared,
    change: 'assigning many users',
    calls: ['assignments.changeMany'],
    // The list shows the rows in view, and others may have come before.
    at: '/admin?tab=users&search=MARK',
    fill: async ({ mark }) => {
      await tick(`Select Mona ${mark}`);
      await press('Assign or Change Role');
      await type('School', `Home ${mark}`);
      await pick(new RegExp(`^Home ${mark}`));
    },
    send: 'Assign 1 user',
    again: 'Send the rest',
  },
  {
    change: 'assigning somebody who asked for access',
    calls: ['accessRequests.accept'],
    as: 'manager',
    at: '/',
    prepare: ({ as, schoolId }) => as('stranger').accessRequests.ask({ schoolId, note: '' }),
    send: 'Assign Sam MARK',
    done: 'User assigned successfully',
    isGone: true,
  },
  {
    change: 'confirming a request for a colleague',
    calls: ['colleagueRequests.accept'],
    as: 'manager',
    at: '/',
    prepare: ({ as, schoolId, mark }) =>
      as('coach').colleagueRequests.ask({ schoolId, email: `colleague-${mark}@example.test`, role: 'viewer' }),
    send: 'Confirm colleague-MARK@example.test',
    done: 'Invitation created',
    isGone: true,
  },
];
export const USER_CHANGES: readonly LateChange[] = [...USERS, ...ASSIGNMENTS];
