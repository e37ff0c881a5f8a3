// The route table: each path, who may see it, and its screen.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  parseSearchWith,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router';
import type { Me } from '#contract/own-account.ts';
import { Suspense, useState } from 'react';
import { isAmong, may } from '#contract/permissions.ts';
import { safeReturn } from './before-app/safe-return.ts';
import type { AdminAddress } from './pages/admin/address.ts';
import type { LineUpAddress, StudentsAddress } from './pages/season/address.ts';
import { COURT_CODES, type CourtCode } from './components/feedback/court-codes.ts';
import { Boundary } from './pages/court/boundary.tsx';
import { Dashboard } from './pages/dashboard/page.tsx';
import { SignInPage } from './pages/sign-in/page.tsx';
import type { SeasonAddress } from './records/season-address.ts';
import { queryClient } from './server/query-client.ts';
import { myAssignments, storedSchool, useCurrentSchool } from './state/current-school.ts';
import { currentSession, useSession } from './state/session.ts';
import { Layout } from './shell/layout.tsx';

const lazyPage = lazyRouteComponent;
/** A component that draws a lazy one. The router also loads the lazy one's code before it shows the page. */
const withCodeOf = (Lazy: Pick<RouteComponent, 'preload'>, Component: RouteComponent): RouteComponent =>
  Object.assign(Component, { preload: Lazy.preload });

const MustChangePassword = lazyPage(() => import('./shell/must-change-password.tsx'), 'MustChangePassword');
const CourtPage = lazyPage(() => import('./pages/court/page.tsx'), 'CourtPage');
/** A page that only finds out with its data that it can't be shown waits for this code alone; the shell stays. */
const courtPage = (code: CourtCode): RouteComponent =>
  withCodeOf(CourtPage, () => (
    <Suspense>
      <CourtPage code={code} />
    </Suspense>
  ));
const Unauthenticated = courtPage(401);
const Forbidden = courtPage(403);
const NotFound = courtPage(404);

const isSignedIn = (): boolean => currentSession().me !== null;

/**
 * A screen behind a guard, which shows an error page in its place and keeps the address. The router loads the code of what the
 * guard will show before it leaves the page that is open.
 */
function guarded(isAllowed: (me: Me, school: string | null) => boolean, Screen: RouteComponent): RouteComponent {
  const pages = { signedOut: Unauthenticated, newPassword: MustChangePassword, allowed: Screen, refused: Forbidden };
  const verdict = (me: Me | null, school: string | null): keyof typeof pages => {
    if (me === null) return 'signedOut';
    if (me.mustChangePassword) return 'newPassword';
    return isAllowed(me, school) ? 'allowed' : 'refused';
  };
  function Guarded() {
    // Follows the session: a person whose role has just changed sees it at once. After a sign-out, another page follows.
    const { me } = useSession();
    const [before] = useState(me);
    const { school } = useCurrentSchool();
    const Page = pages[verdict(me ?? before, school)];
    return <Page />;
  }
  return Object.assign(Guarded, {
    preload: () => pages[verdict(currentSession().me, storedSchool())].preload?.(),
  });
}
const signedIn = (Screen: RouteComponent) => guarded(() => true, Screen);
const superAdmin = (Screen: RouteComponent) => guarded(({ isSuperAdmin }) => isSuperAdmin, Screen);
/** People with a school, and super admins. */
const schoolMember = (Screen: RouteComponent) =>
  guarded((me) => isAmong('member', { ...me, userId: me.id }) || me.isSuperAdmin, Screen);
/** Primary Admins and Admins of the selected school, or of any school until one is selected. */
const schoolStaff = (Screen: RouteComponent) =>
  guarded((me, school) => may({ ...me, userId: me.id }, 'read', 'ballotScores', school ?? undefined), Screen);

/** A single assignment is selected automatically, so it counts before it has been stored. */
async function hasSchool(): Promise<boolean> {
  const { me } = currentSession();
  if (me === null || me.mustChangePassword || storedSchool() !== null) return true;
  try {
    return (await queryClient.ensureQueryData(myAssignments())).length === 1;
  } catch {
    // The page says that the assignments couldn't be loaded.
    return true;
  }
}

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: Boundary });
const layout = createRoute({ getParentRoute: () => root, id: 'layout', component: Layout });
const screen = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => layout, path, component, errorComponent: Boundary });

const home = createRoute({
  getParentRoute: () => layout,
  path: '/',
  errorComponent: Boundary,
  beforeLoad: () => {
    if (!isSignedIn()) throw redirect({ to: '/auth' });
  },
  component: signedIn(Dashboard),
});
const auth = createRoute({
  getParentRoute: () => root,
  path: '/auth',
  validateSearch: (search: Record<string, unknown>): { from?: string } =>
    search['from'] === undefined ? {} : { from: safeReturn(search['from']) },
  beforeLoad: ({ search }) => {
    if (isSignedIn()) throw redirect({ href: search.from ?? '/' });
  },
  component: SignInPage,
});
/** A page of the chosen school. Without one, the dashboard offers the choice. */
const ofSchool = {
  getParentRoute: () => layout,
  errorComponent: Boundary,
  beforeLoad: async ({ cause, location }: { cause: string; location: { href: string } }) => {
    // If the school disappears while the page is open, the page itself offers another one.
    if (cause === 'stay' || (await hasSchool())) return;
    throw redirect({ to: '/', state: { wanted: location.href } });
  },
};
/** For a page that reads its parameters itself, so that what they mean is no part of the first screen. */
const readByPage =
  <Address extends object>() =>
  (given: Record<string, unknown>): Address =>
    given as Address;
const admin = createRoute({
  getParentRoute: () => layout,
  path: '/admin',
  errorComponent: Boundary,
  validateSearch: readByPage<AdminAddress>(),
  component: superAdmin(lazyPage(() => import('./pages/admin/page.tsx'), 'AdminPage')),
});
/** The School page and its score sheets: they know the school from their layout, as the season book's pages do. */
const school = createRoute({
  ...ofSchool,
  path: '/school',
  component: signedIn(lazyPage(() => import('./pages/school/room.tsx'), 'SchoolRoom')),
});
const schoolPage = <Path extends string, Address extends object = SeasonAddress>(
  path: Path,
  component: RouteComponent,
  validateSearch: (given: Record<string, unknown>) => Address = readByPage<Address>(),
) => createRoute({ getParentRoute: () => school, path, component, errorComponent: Boundary, validateSearch });
const schoolPages = [
  schoolPage(
    '/',
    lazyPage(() => import('./pages/school/page.tsx'), 'SchoolPage'),
  ),
  schoolPage(
    '/sheets',
    lazyPage(() => import('./pages/school/sheets/page.tsx'), 'SheetsPage'),
  ),
  schoolPage(
    '/sheets/$sheetId',
    schoolStaff(lazyPage(() => import('./pages/school/sheets/edit.tsx'), 'EditSheetPage')),
    readByPage<{ from?: string }>(),
  ),
] as const;
const blankBallot = createRoute({
  getParentRoute: () => layout,
  path: '/admin-test/blank-ballot',
  errorComponent: Boundary,
  validateSearch: readByPage<{ sheet?: string }>(),
  component: schoolMember(lazyPage(() => import('./pages/blank-ballot/page.tsx'), 'BlankBallotPage')),
});
/** The season book: its pages know the school from its layout. */
const SeasonRoom = lazyPage(() => import('./pages/season/room.tsx'), 'SeasonRoom');
const season = createRoute({
  ...ofSchool,
  path: '/season',
  component: signedIn(withCodeOf(SeasonRoom, () => <SeasonRoom forbidden={<Forbidden />} />)),
});
const seasonPage = <Path extends string, Address extends object = SeasonAddress>(
  path: Path,
  component: RouteComponent,
  validateSearch: (given: Record<string, unknown>) => Address = readByPage<Address>(),
) => createRoute({ getParentRoute: () => season, path, component, errorComponent: Boundary, validateSearch });

const BALLOT_MODES = ['correct', 'edit', 'check'] as const;
type BallotMode = (typeof BALLOT_MODES)[number];
const readBallotAddress = ({ mode }: Record<string, unknown>): { mode?: BallotMode } => {
  const known = BALLOT_MODES.find((each) => each === mode);
  return known === undefined ? {} : { mode: known };
};
const readPhotosAddress = ({ open, round }: Record<string, unknown>): { open?: string; round?: string } => ({
  ...(typeof open === 'string' && { open }),
  ...(typeof round === 'string' && { round }),
});
const seasonPages = [
  seasonPage(
    '/',
    lazyPage(() => import('./pages/season/overview/page.tsx'), 'SeasonPage'),
  ),
  seasonPage(
    '/students',
    schoolStaff(lazyPage(() => import('./pages/season/figures/students/page.tsx'), 'StudentsPage')),
    readByPage<StudentsAddress>(),
  ),
  seasonPage(
    '/students/$studentId',
    lazyPage(() => import('./pages/season/figures/students/student.tsx'), 'StudentPage'),
  ),
  seasonPage(
    '/line-up',
    schoolStaff(lazyPage(() => import('./pages/season/figures/line-up/page.tsx'), 'LineUpPage')),
    readByPage<LineUpAddress>(),
  ),
  seasonPage(
    '/witnesses',
    schoolStaff(lazyPage(() => import('./pages/season/figures/witnesses/page.tsx'), 'WitnessesPage')),
  ),
  seasonPage(
    '/import',
    lazyPage(() => import('./pages/season/files/page.tsx'), 'SeasonImportPage'),
  ),
  seasonPage(
    '/tournaments/$tournamentId',
    lazyPage(() => import('./pages/season/tournaments/page.tsx'), 'TournamentPage'),
  ),
  seasonPage(
    '/teams/$teamId',
    lazyPage(() => import('./pages/season/teams/page.tsx'), 'TeamPage'),
  ),
  seasonPage(
    '/rounds/$roundId',
    lazyPage(() => import('./pages/season/rounds/page.tsx'), 'RoundPage'),
  ),
  seasonPage(
    '/rounds/$roundId/ballots/$ballotId',
    schoolMember(lazyPage(() => import('./pages/season/ballots/page.tsx'), 'SeasonBallotPage')),
    readBallotAddress,
  ),
  seasonPage('/try-outs', schoolStaff(lazyPage(() => import('./pages/season/try-outs/page.tsx'), 'TryOutsPage'))),
  seasonPage(
    '/try-outs/$tryOutId',
    schoolStaff(lazyPage(() => import('./pages/season/try-outs/try-out.tsx'), 'TryOutPage')),
  ),
  seasonPage(
    '/rounds/$roundId/print',
    schoolStaff(lazyPage(() => import('./pages/season/rounds/print-page.tsx'), 'RoundBallotsPage')),
  ),
  seasonPage(
    '/photos',
    schoolStaff(lazyPage(() => import('./pages/season/photos/page.tsx'), 'SeasonPhotosPage')),
    readPhotosAddress,
  ),
  seasonPage('/waiting', schoolStaff(lazyPage(() => import('./pages/season/waiting/page.tsx'), 'SeasonWaitingPage'))),
] as const;

const routeTree = root.addChildren([
  auth,
  layout.addChildren([
    home,
    admin,
    screen('/admin-test', superAdmin(lazyPage(() => import('./pages/ballot/page.tsx'), 'BallotPage'))),
    blankBallot,
    screen('/cases', signedIn(lazyPage(() => import('./pages/cases/page.tsx'), 'CasesPage'))),
    school.addChildren(schoolPages),
    season.addChildren(seasonPages),
    screen('/settings', signedIn(lazyPage(() => import('./pages/settings/page.tsx'), 'SettingsPage'))),
    screen(
      '/invitation',
      lazyPage(() => import('./pages/invitation/page.tsx'), 'InvitationPage'),
    ),
    screen(
      '/forgot-password',
      lazyPage(() => import('./pages/forgot-password/page.tsx'), 'ForgotPasswordPage'),
    ),
    screen(
      '/reset-password',
      lazyPage(() => import('./pages/reset-password/page.tsx'), 'ResetPasswordPage'),
    ),
    screen(
      '/privacy-and-security',
      lazyPage(() => import('./pages/privacy/page.tsx'), 'PrivacyPage'),
    ),
    screen(
      '/error-explanation',
      lazyPage(() => import('./pages/error-explanation/page.tsx'), 'ErrorExplanationPage'),
    ),
    screen(
      '/status',
      lazyPage(() => import('./pages/status/page.tsx'), 'StatusPage'),
    ),
    screen(
      '/pricing',
      lazyPage(() => import('./pages/pricing/page.tsx'), 'PricingPage'),
    ),
    ...COURT_CODES.map((code) => screen(`/${code}`, courtPage(code))),
    screen('$', NotFound),
    // Development only. The condition is a build constant, so the product contains neither the route nor its code.
    ...(import.meta.env.DEV
      ? [
          screen(
            '/gallery',
            lazyPage(() => import('./gallery/gallery.tsx'), 'Gallery'),
          ),
        ]
      : []),
  ]),
]);

/** A number stays as it was written: a search for 1e3 is not one for 1000. */
const readParameter = (text: string): unknown => {
  const read: unknown = JSON.parse(text);
  return typeof read === 'number' ? text : read;
};

export const router = createRouter({
  routeTree,
  caseSensitive: true,
  parseSearch: parseSearchWith(readParameter),
  defaultPreload: 'intent',
  // The page of another record is another page.
  defaultRemountDeps: ({ params }) => params,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
