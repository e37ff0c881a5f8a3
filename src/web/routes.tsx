// The route table: each path, who may see it, and its screen.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  parseSearchWith,
  redirect,
  type AnyRoute,
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
import { reachServer } from './server/calls.ts';
import { queryClient } from './server/query-client.ts';
import { myAssignments, storedSchool, useCurrentSchool } from './state/current-school.ts';
import { currentSession, useSession } from './state/session.ts';
import { Layout } from './shell/layout.tsx';

/** A component that draws a lazy one. The router also loads the lazy one's code before it shows the page. */
const withCodeOf = (Lazy: Pick<RouteComponent, 'preload'>, Component: RouteComponent): RouteComponent =>
  Object.assign(Component, { preload: Lazy.preload });

/**
 * A screen that is downloaded when it is needed. If its file is gone, because Courtside was updated, the router reloads the page. Without
 * a connection, that would replace the app with the browser's own error page, so the boundary says that the server can't be reached.
 */
const downloaded = <Module extends { default: unknown }>(load: () => Promise<Module>) =>
  lazyRouteComponent(() =>
    load().catch(async (gone: unknown) => {
      await reachServer();
      // The router knows a missing script by this sentence. A missing style sheet has another one.
      throw new Error(`Failed to fetch dynamically imported module: ${String(gone)}`);
    }),
  );

const MustChangePassword = downloaded(() => import('./shell/must-change-password.tsx'));
const CourtPage = downloaded(() => import('./pages/court/page.tsx'));
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
type Guard = (Screen: RouteComponent) => RouteComponent;
const everyone: Guard = (Screen) => Screen;
const signedIn: Guard = (Screen) => guarded(() => true, Screen);
const superAdmin: Guard = (Screen) => guarded(({ isSuperAdmin }) => isSuperAdmin, Screen);
/** People with a school, and super admins. */
const schoolMember: Guard = (Screen) =>
  guarded((me) => isAmong('member', { ...me, userId: me.id }) || me.isSuperAdmin, Screen);
/** Primary Admins and Admins of the selected school, or of any school until one is selected. */
const schoolStaff: Guard = (Screen) =>
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

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });
const layout = createRoute({ getParentRoute: () => root, id: 'layout', component: Layout });

type Given = Record<string, unknown>;
/** Leaves reading the parameters to the page, which keeps that code out of the first screen. */
const readByPage =
  <Address extends object>() =>
  (given: Given): Address =>
    given as Address;
/** The screens in a layout: the path of each, who may see it, its code, and the parameters that links to it may have. */
const screensIn =
  <Parent extends AnyRoute, Usual extends object>(parent: Parent, usual: (given: Given) => Usual) =>
  <Path extends string, Address extends object = Usual>(
    path: Path,
    guard: Guard,
    load: () => Promise<{ default: RouteComponent }>,
    validateSearch: (given: Given) => Address = usual as never,
  ) =>
    createRoute({ getParentRoute: () => parent, path, component: guard(downloaded(load)), validateSearch });

const home = createRoute({
  getParentRoute: () => layout,
  path: '/',
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
/** The pages of the chosen school, which know it from here. Without one, the dashboard offers the choice. */
const SchoolRoom = downloaded(() => import('./shell/school-room.tsx'));
const room = createRoute({
  getParentRoute: () => layout,
  id: 'room',
  beforeLoad: async ({ cause, location }) => {
    // If the school disappears while a page is open, the room offers another one.
    if (cause === 'stay' || (await hasSchool())) return;
    throw redirect({ to: '/', state: { wanted: location.href } });
  },
  component: signedIn(withCodeOf(SchoolRoom, () => <SchoolRoom forbidden={<Forbidden />} />)),
});
const schoolScreen = screensIn(room, readByPage<SeasonAddress>());
const schoolScreens = [
  schoolScreen('/school', everyone, () => import('./pages/school/page.tsx')),
  schoolScreen('/school/sheets', everyone, () => import('./pages/school/sheets/page.tsx')),
  schoolScreen(
    '/school/sheets/$sheetId',
    schoolStaff,
    () => import('./pages/school/sheets/edit.tsx'),
    readByPage<{ from?: string }>(),
  ),
  schoolScreen('/season', everyone, () => import('./pages/season/overview/page.tsx')),
  schoolScreen(
    '/season/students',
    schoolStaff,
    () => import('./pages/season/figures/students/page.tsx'),
    readByPage<StudentsAddress>(),
  ),
  schoolScreen('/season/students/$studentId', everyone, () => import('./pages/season/figures/students/student.tsx')),
  schoolScreen(
    '/season/line-up',
    schoolStaff,
    () => import('./pages/season/figures/line-up/page.tsx'),
    readByPage<LineUpAddress>(),
  ),
  schoolScreen('/season/witnesses', schoolStaff, () => import('./pages/season/figures/witnesses/page.tsx')),
  schoolScreen('/season/import', schoolStaff, () => import('./pages/season/files/page.tsx')),
  schoolScreen('/season/tournaments/$tournamentId', everyone, () => import('./pages/season/tournaments/page.tsx')),
  schoolScreen('/season/teams/$teamId', everyone, () => import('./pages/season/teams/page.tsx')),
  schoolScreen('/season/rounds/$roundId', everyone, () => import('./pages/season/rounds/page.tsx')),
  schoolScreen(
    '/season/rounds/$roundId/ballots/$ballotId',
    schoolMember,
    () => import('./pages/season/ballots/page.tsx'),
    readByPage<{ mode?: 'correct' | 'edit' | 'check' }>(),
  ),
  schoolScreen('/season/try-outs', schoolStaff, () => import('./pages/season/try-outs/page.tsx')),
  schoolScreen('/season/try-outs/$tryOutId', schoolStaff, () => import('./pages/season/try-outs/try-out.tsx')),
  schoolScreen('/season/rounds/$roundId/print', schoolStaff, () => import('./pages/season/prints/page.tsx')),
  schoolScreen(
    '/season/photos',
    schoolStaff,
    () => import('./pages/season/photos/page.tsx'),
    readByPage<{ open?: string; round?: string }>(),
  ),
  schoolScreen('/season/waiting', schoolStaff, () => import('./pages/season/waiting/page.tsx')),
] as const;

const screen = screensIn(layout, readByPage());
/** Beside the function, a path such as '$' would make the types of all links `any`. */
const errorScreen = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => layout, path, component });
const routeTree = root.addChildren([
  auth,
  layout.addChildren([
    home,
    screen('/admin', superAdmin, () => import('./pages/admin/page.tsx'), readByPage<AdminAddress>()),
    screen('/admin-test', superAdmin, () => import('./pages/ballot/page.tsx')),
    screen(
      '/admin-test/blank-ballot',
      schoolMember,
      () => import('./pages/blank-ballot/page.tsx'),
      readByPage<{ sheet?: string }>(),
    ),
    screen('/cases', signedIn, () => import('./pages/cases/page.tsx')),
    room.addChildren(schoolScreens),
    screen('/settings', signedIn, () => import('./pages/settings/page.tsx')),
    screen('/invitation', everyone, () => import('./pages/invitation/page.tsx')),
    screen('/forgot-password', everyone, () => import('./pages/forgot-password/page.tsx')),
    screen('/reset-password', everyone, () => import('./pages/reset-password/page.tsx')),
    screen('/privacy-and-security', everyone, () => import('./pages/privacy/page.tsx')),
    screen('/error-explanation', everyone, () => import('./pages/error-explanation/page.tsx')),
    screen('/status', everyone, () => import('./pages/status/page.tsx')),
    screen('/pricing', everyone, () => import('./pages/pricing/page.tsx')),
    ...COURT_CODES.map((code) => errorScreen(`/${code}`, courtPage(code))),
    errorScreen('$', NotFound),
    // Development only. The condition is a build constant, so the product contains neither the route nor its code.
    ...(import.meta.env.DEV ? [screen('/gallery', everyone, () => import('./gallery/gallery.tsx'))] : []),
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
  defaultErrorComponent: Boundary,
  // The page of another record is another page.
  defaultRemountDeps: ({ params }) => params,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
