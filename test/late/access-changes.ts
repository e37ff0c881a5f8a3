// The changes of people who ask to join a school, and of those who decide.
import type { LateChange } from './late-change.ts';
import { pick, press, type } from './person.ts';
import { dashboard } from './roster-changes.ts';

export const ACCESS_CHANGES: readonly LateChange[] = [
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
    outlives: true,
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
];
