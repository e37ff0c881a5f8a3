// The changes of the Settings page: the person's own password, second factor, sessions, and access tokens.
import { codeOf, turnOnSecondFactor } from '../authenticator.ts';
import { PASSWORD } from '../people.ts';
import { addToken } from '../programs.ts';
import type { LateChange } from './late-change.ts';
import { goTo, press, type, until } from './person.ts';

/** Another form of the page. */
const other = async (): Promise<void> => {
  await goTo('/settings');
  await type(/^New password/, 'half a password');
};
const beginSecondFactor = () => type(/^Password to set it up/, PASSWORD);
const shownKey = () => until('key', () => /Key: ([A-Z2-7]{32})/.exec(document.body.textContent)?.[1]);

export const ACCOUNT_CHANGES: readonly LateChange[] = [
  {
    as: 'stranger',
    change: 'changing one’s own password',
    calls: ['session.changePassword'],
    at: '/settings',
    fill: async ({ mark }, text) => {
      await type(/^Current password/, PASSWORD);
      await type(/^New password/, `${text} that is long enough, ${mark}`);
    },
    send: 'Change password',
    says: 'Password changed. Other sessions have ended.',
    isSpent: true,
    other: beginSecondFactor,
  },
  {
    as: 'stranger',
    change: 'ending one session',
    calls: ['session.endOne'],
    at: '/settings',
    fill: async () => {
      await press(/^End .*, since /);
      await type(/^Your password, to end this session/, PASSWORD);
    },
    send: 'End this session',
    says: 'The session has ended.',
    isGone: true,
    other,
  },
  {
    as: 'stranger',
    change: 'ending all other sessions',
    calls: ['session.endOthers'],
    at: '/settings',
    fill: () => type(/^Your password/, PASSWORD),
    send: 'End other sessions',
    says: 'Other sessions have ended.',
    isGone: true,
    other,
  },
  {
    as: 'stranger',
    change: 'beginning to set up a second factor',
    calls: ['session.beginSecondFactor'],
    at: '/settings',
    fill: beginSecondFactor,
    send: 'Set up',
    says: 'Scan this with your authenticator app',
    // The key is created with the first secret.
    repeated: ['server_facts'],
    other,
  },
  {
    as: 'stranger',
    change: 'turning on a second factor',
    calls: ['session.confirmSecondFactor'],
    at: '/settings',
    fill: async () => {
      await beginSecondFactor();
      await press('Set up');
      await type(/^Code/, codeOf(await shownKey()));
    },
    send: 'Turn on',
    says: 'Keep these recovery codes somewhere safe',
    missed: 'Your second factor is on. To get recovery codes, turn it off and set it up again.',
    isGone: true,
  },
  {
    as: 'stranger',
    change: 'turning off a second factor',
    calls: ['session.removeSecondFactor'],
    at: '/settings',
    prepare: async (world) => {
      ({ recoveryCodes: world.codes } = await turnOnSecondFactor(world.server, world.stranger));
    },
    fill: async ({ codes }) => {
      await type(/^Password to turn it off/, PASSWORD);
      await type(/^Code/, codes[0]!);
    },
    send: 'Turn off',
    says: 'Protect your account',
    isGone: true,
    other,
  },
  {
    as: 'stranger',
    change: 'creating an access token',
    calls: ['session.makeAccessToken'],
    at: '/settings',
    fill: async (_, text) => {
      await press('Create an access token');
      await type(/^Name/, text);
      await type(/^Your password, to create it/, PASSWORD);
    },
    send: 'Create access token',
    says: 'It is shown only now.',
    missed: 'The access token couldn’t be shown. End it and create another one.',
    repeated: ['access_tokens', 'changes'],
    isGone: true,
  },
  {
    as: 'stranger',
    change: 'ending an access token',
    calls: ['session.endAccessToken'],
    at: '/settings',
    prepare: ({ server, stranger }) => addToken(server, stranger),
    fill: () => press('End Season sheet'),
    send: 'End access token',
    done: 'Access token ended successfully',
    isGone: true,
    other,
  },
];
