// The changes of the School page, and of links to a student's card.
import { seasonOf } from '#contract/seasons.ts';
import type { LateChange } from './late-change.ts';
import { goTo, press, type } from './person.ts';
import type { LateWorld } from './world.ts';

const shareCards = ({ as, schoolId }: LateWorld) =>
  as('coach').seasonBook.change({ schoolId, version: 1, changed: { sharesCards: true } });

const withWebhook: LateChange['prepare'] = ({ as, schoolId, mark }) =>
  as('coach').webhooks.make({ schoolId, url: `https://${mark}.example.org/hook` });

export const SCHOOL_CHANGES: readonly LateChange[] = [
  {
    as: 'coach',
    change: 'restoring a team',
    calls: ['deletedEntries.restore'],
    at: '/school?open=deleted',
    prepare: ({ as, schoolId, teamId }) => as('coach').teams.remove({ schoolId, id: teamId }),
    send: 'Restore Blue MARK',
    done: 'Team restored successfully',
    isGone: true,
    other: async ({ text }) => {
      await goTo(text('/school?open=edit&of=STUDENT'));
      await type(/^Name/, 'half a name');
    },
  },
  {
    as: 'coach',
    change: 'deleting a team for good',
    calls: ['deletedEntries.deleteForGood'],
    at: '/school?open=deleted',
    prepare: ({ as, schoolId, teamId }) => as('coach').teams.remove({ schoolId, id: teamId }),
    fill: ({ text }) => press(text('Delete for good: Blue MARK')),
    send: 'Delete for good',
    done: 'Team deleted for good',
    isGone: true,
    other: async ({ text }) => {
      await goTo(text('/school?open=edit&of=STUDENT'));
      await type(/^Name/, 'half a name');
    },
  },
  {
    as: 'coach',
    change: 'changing how long ballots are kept',
    calls: ['seasonBook.change'],
    at: '/school',
    fill: (_, text) => type('Keep until', text === 'another draft' ? '2031-02-03' : '2030-01-02'),
    send: 'Save',
    isSpent: true,
    done: 'Season book updated successfully',
    other: ({ text }) => goTo(text('/school?open=deleted')),
  },
  {
    as: 'coach',
    change: 'deleting the season book',
    calls: ['seasonBook.deleteEverything'],
    at: '/school?open=delete',
    fill: ({ text }) => type(/^Type/, text('Home MARK')),
    send: 'Delete everything',
    done: 'Season book deleted successfully',
    other: ({ text }) => goTo(text('/school?open=deleted')),
  },
  {
    as: 'coach',
    change: 'creating a calendar link',
    calls: ['calendarLinks.make'],
    at: '/school',
    send: 'Create a calendar link',
    done: 'Calendar link created successfully',
    isGone: true,
    other: ({ text }) => goTo(text('/school?open=deleted')),
  },
  {
    as: 'coach',
    change: 'ending a calendar link',
    calls: ['calendarLinks.end'],
    at: '/school',
    prepare: ({ as, schoolId }) => as('coach').calendarLinks.make({ schoolId }),
    fill: () => press('End link'),
    send: 'End calendar link',
    done: 'Calendar link ended successfully',
    isGone: true,
    other: ({ text }) => goTo(text('/school?open=deleted')),
  },
  {
    as: 'coach',
    change: 'creating a link to a student’s card',
    calls: ['studentLinks.make'],
    at: '/season/students/STUDENT?open=share',
    prepare: shareCards,
    send: 'Create link',
    done: 'Link created',
    repeated: ['student_links', 'changes'],
  },
  {
    as: 'coach',
    change: 'ending a link to a student’s card',
    calls: ['studentLinks.end'],
    at: '/season/students/STUDENT?open=share',
    prepare: async (world) => {
      await shareCards(world);
      const { as, schoolId, studentId } = world;
      await as('coach').studentLinks.make({ schoolId, studentId, season: seasonOf(new Date()), days: '7' });
    },
    fill: () => press(/^End the link to/),
    send: 'End link',
    done: 'Link ended',
    isGone: true,
  },
  {
    as: 'coach',
    change: 'adding a webhook',
    calls: ['webhooks.make'],
    at: '/school',
    fill: (_, text) => type('Address of the other program', `https://example.org/${text.replaceAll(' ', '-')}`),
    send: 'Add webhook',
    done: 'Webhook added successfully',
    repeated: ['webhooks', 'changes'],
    other: ({ text }) => goTo(text('/school?open=deleted')),
  },
  {
    as: 'coach',
    change: 'sending a test to a webhook',
    calls: ['webhooks.test'],
    at: '/school',
    prepare: withWebhook,
    send: /^Send a test: /,
    done: 'Test sent. Its answer appears in the messages.',
    repeated: ['webhook_deliveries'],
    other: ({ text }) => goTo(text('/school?open=deleted')),
  },
  {
    as: 'coach',
    change: 'turning a webhook off',
    calls: ['webhooks.turn'],
    at: '/school',
    prepare: withWebhook,
    fill: () => press(/^Turn off: /),
    send: 'Turn off',
    done: 'Webhook turned off successfully',
    isGone: true,
    other: ({ text }) => goTo(text('/school?open=deleted')),
  },
  {
    as: 'coach',
    change: 'renewing the secret of a webhook',
    calls: ['webhooks.renewSecret'],
    at: '/school',
    prepare: withWebhook,
    fill: () => press(/^Renew secret: /),
    send: 'Renew secret',
    done: 'Secret renewed successfully',
    repeated: ['changes'],
    isGone: true,
    other: ({ text }) => goTo(text('/school?open=deleted')),
  },
  {
    as: 'coach',
    change: 'deleting a webhook',
    calls: ['webhooks.remove'],
    at: '/school',
    prepare: withWebhook,
    fill: () => press(/^Delete: /),
    send: 'Delete webhook',
    done: 'Webhook deleted successfully',
    isGone: true,
    other: ({ text }) => goTo(text('/school?open=deleted')),
  },
];
