import type { EndReason } from '#web/state/session.ts';

/** Why the session ended, for the sign-in screen and for a page with unsaved changes. */
export const END_SENTENCES: Record<EndReason, string> = {
  'other tab': 'You signed out in another tab.',
  'other device': 'You were signed out on another device.',
  'password changed': 'Your password was changed, which ended your other sessions.',
  'account removed': 'Your account was removed.',
  support: 'Support ended your session.',
  expired: 'Your session expired.',
};
