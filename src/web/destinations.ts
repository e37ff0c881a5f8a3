// Where people go: the one table behind the side navigation, the season's own navigation and the command palette.
import type { LinkProps } from '@tanstack/react-router';
import type { IconName } from '#web/art/icons.tsx';

export interface Destination {
  to: NonNullable<LinkProps['to']>;
  label: string;
  icon: IconName;
  /** Explains a label that doesn't speak for itself. */
  hint?: string;
  /** What people may look for in the command palette in place of the label. */
  holds?: string;
  /** Only with a school, or only for super admins. Otherwise for everyone. */
  needs?: 'school' | 'superAdmin';
}

/** The upper half of the side navigation. */
export const MAIN_PAGES: readonly Destination[] = [
  { to: '/', label: 'Dashboard', icon: 'dashboard' },
  { to: '/cases', label: 'Cases', icon: 'cases' },
  { to: '/school', label: 'School', icon: 'school', needs: 'school' },
  { to: '/season', label: 'Season', icon: 'season', holds: 'Tournaments, rounds and teams', needs: 'school' },
];

/** The lower half. */
export const OTHER_PAGES: readonly Destination[] = [
  { to: '/settings', label: 'Settings', icon: 'settings' },
  { to: '/admin-test', label: 'Admin Test', icon: 'ballot', hint: 'Ballot processor', needs: 'superAdmin' },
  { to: '/admin', label: 'Admin', icon: 'admin', needs: 'superAdmin' },
];

/** The pages about scores, each with the way to the others. */
export const FIGURE_PAGES = [
  { to: '/season', label: 'Season' },
  { to: '/season/students', label: 'Students' },
  { to: '/season/line-up', label: 'Line-up' },
  { to: '/season/witnesses', label: 'Witnesses' },
] as const;

/** What staff find on the season's first page. */
export const STAFF_PAGES = [
  ...FIGURE_PAGES.slice(1),
  { to: '/season/photos', label: 'Read photos' },
  { to: '/season/import', label: 'Import and export' },
] as const;
