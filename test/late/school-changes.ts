// The changes of the School page, and of people who ask to join a school.
import { randomUUID } from 'node:crypto';
import { rowsOf } from '#ballot/sheet/sheet.ts';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import type { LateChange } from './late-change.ts';
import { goTo, pick, press, type } from './person.ts';
import { dashboard } from './roster-changes.ts';
import type { LateWorld } from './world.ts';

const shareCards = ({ as, schoolId }: LateWorld) =>
  as('coach').seasonBook.change({ schoolId, version: 1, changed: { sharesCards: true } });

const withWebhook: LateChange['prepare'] = ({ as, schoolId, mark }) =>
  as('coach').webhooks.make({ schoolId, url: `https://${mark}.example.org/hook` });

const CRITERIA = rowsOf(TRY_OUT).map(({ label }) => label);

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
      await as('coach').studentLinks.make({ schoolId, studentId, season: '2026-27', days: '7' });
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
  {
    as: 'coach',
    change: 'asking for a colleague',
    calls: ['colleagueRequests.ask'],
    at: '/',
    fill: async (_, text) => {
      await press('Ask for a colleague');
      await type('Email', `${text.replaceAll(' ', '-')}@example.test`);
    },
    send: 'Send request',
    done: 'Request sent. Support adds your colleague.',
    other: dashboard.other,
  },
  {
    as: 'coach',
    change: 'withdrawing a request for a colleague',
    calls: ['colleagueRequests.remove'],
    at: '/',
    prepare: ({ as, schoolId, mark }) =>
      as('coach').colleagueRequests.ask({ schoolId, email: `colleague-${mark}@example.test`, role: 'viewer' }),
    fill: ({ text }) => press(text('Withdraw colleague-MARK@example.test')),
    send: 'Withdraw',
    done: 'Request withdrawn',
    isGone: true,
    other: dashboard.other,
  },
  {
    as: 'coach',
    change: 'confirming who asks for access',
    calls: ['accessRequests.confirm'],
    at: '/',
    prepare: ({ as, schoolId }) => as('stranger').accessRequests.ask({ schoolId, note: '' }),
    send: 'Confirm Sam MARK',
    done: 'Request confirmed. Support adds the person.',
    isGone: true,
    other: dashboard.other,
  },
  {
    as: 'coach',
    change: 'declining who asks for access',
    calls: ['accessRequests.decline'],
    at: '/',
    prepare: ({ as, schoolId }) => as('stranger').accessRequests.ask({ schoolId, note: '' }),
    fill: ({ text }) => press(text('Decline Sam MARK')),
    send: 'Decline',
    done: 'Request declined',
    isGone: true,
    other: dashboard.other,
  },
  {
    as: 'stranger',
    change: 'asking for access',
    calls: ['accessRequests.ask'],
    at: '/',
    fill: async ({ mark }, text) => {
      await type('School', `Quiet ${mark}`);
      await pick(new RegExp(`^Quiet ${mark}`));
      await type(/^Note/, text);
    },
    send: 'Ask for access',
    done: 'Request sent',
  },
  {
    as: 'stranger',
    change: 'withdrawing a request for access',
    calls: ['accessRequests.withdraw'],
    at: '/',
    prepare: ({ as, schoolId }) => as('stranger').accessRequests.ask({ schoolId, note: '' }),
    send: 'Withdraw the request to Home MARK',
    done: 'Request withdrawn',
    isGone: true,
  },
  {
    as: 'coach',
    change: 'saving a new score sheet',
    calls: ['sheets.save'],
    at: '/school/sheets/UNUSED?from=kentucky',
    fill: (_, text) => type('Title', text),
    send: 'Save',
    done: 'Score sheet saved successfully',
  },
  {
    as: 'coach',
    change: 'saving the next version of a score sheet',
    calls: ['sheets.save'],
    at: '/school/sheets/SHEET',
    fill: (_, text) => type('Title', text),
    send: 'Save',
    done: 'Score sheet saved successfully',
  },
  {
    as: 'coach',
    change: 'deleting a score sheet',
    calls: ['sheets.remove'],
    at: '/school/sheets',
    fill: ({ text }) => press(text('Delete Sheet MARK')),
    send: 'Delete',
    done: 'Score sheet deleted successfully',
    isGone: true,
    other: async ({ text }) => {
      await goTo(text('/school/sheets/SHEET'));
      // A draft that says the same as before the deletion goes with the sheet.
      await type('Title', `typed since: ${randomUUID()}`);
    },
  },
  {
    as: 'coach',
    change: 'beginning a try-out',
    calls: ['tryOuts.create'],
    at: '/season/try-outs',
    fill: (_, text) => type(/^Name/, text),
    send: 'Begin',
    done: 'Try-out added successfully',
  },
  {
    as: 'coach',
    change: 'adding candidates',
    calls: ['tryOuts.addCandidates'],
    at: '/season/try-outs/TRYOUT',
    fill: (_, text) => type(/^Names/, text),
    send: 'Add',
    done: 'Candidates added successfully',
  },
  {
    as: 'coach',
    change: 'scoring a candidate',
    calls: ['tryOuts.rate'],
    at: '/season/try-outs/TRYOUT',
    fill: async ({ text }) => {
      await press(text('Score Ada MARK'));
      for (const row of CRITERIA) await type(new RegExp(`^${row}`), '4');
    },
    send: 'Save',
    done: 'Scores saved successfully',
  },
  {
    as: 'coach',
    change: 'removing a candidate',
    calls: ['tryOuts.removeCandidate'],
    at: '/season/try-outs/TRYOUT',
    fill: ({ text }) => press(text('Remove Ada MARK')),
    send: 'Remove',
    done: 'Candidate removed successfully',
    isGone: true,
  },
  {
    as: 'coach',
    change: 'ending a try-out',
    calls: ['tryOuts.end'],
    at: '/season/try-outs/TRYOUT',
    fill: () => press('End scoring'),
    send: 'End scoring',
    done: 'Try-out ended successfully',
    isGone: true,
  },
  {
    as: 'coach',
    change: 'deleting a try-out',
    calls: ['tryOuts.remove'],
    at: '/season/try-outs/TRYOUT',
    fill: () => press('Delete'),
    send: 'Delete',
    done: 'Try-out deleted successfully',
    isGone: true,
  },
  {
    as: 'coach',
    change: 'adding a candidate to the roster',
    calls: ['tryOuts.addToRoster'],
    at: '/season/try-outs/ENDED',
    send: /^Add to the roster: Ada /,
    done: 'Ada MARK added to the roster',
    isGone: true,
  },
];
