// The route table: each path, who may see it, and its screen.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router';
import { isAmong } from '#contract/permissions.ts';
import { readAdminAddress } from './pages/admin/address.ts';
import { COURT_CODES, type CourtCode } from './components/court-codes.ts';
import { Boundary } from './pages/court/boundary.tsx';
import { Dashboard } from './pages/dashboard/page.tsx';
import { SignInPage } from './pages/sign-in/page.tsx';
import { queryClient } from './server/query-client.ts';
import { myAssignments } from './state/current-school.ts';
import { remembered } from './state/remembered.ts';
import { currentSession } from './state/session.ts';
import { Layout } from './shell/layout.tsx';
import { MustChangePassword } from './shell/must-change-password.tsx';

const lazyPage = lazyRouteComponent;
const CourtPage = lazyPage(() => import('./pages/court/page.tsx'), 'CourtPage');
const courtPage = (code: CourtCode): RouteComponent =>
  function CourtCodePage() {
    return <CourtPage code={code} />;
  };
const Unauthenticated = courtPage(401);
const Forbidden = courtPage(403);
const NotFound = courtPage(404);

const isSignedIn = (): boolean => currentSession().me !== null;

/** Guards show an error page in place of the screen and keep the address. */
const signedIn = (Screen: RouteComponent): RouteComponent =>
  function SignedIn() {
    const { me } = currentSession();
    if (me === null) return <Unauthenticated />;
    return me.mustChangePassword ? <MustChangePassword /> : <Screen />;
  };
const superAdmin = (Screen: RouteComponent): RouteComponent =>
  signedIn(function SuperAdmin() {
    return currentSession().me?.isSuperAdmin ? <Screen /> : <Forbidden />;
  });
/** People with a school, and super admins. */
const schoolMember = (Screen: RouteComponent): RouteComponent =>
  signedIn(function SchoolMember() {
    const { me } = currentSession();
    const isMember = me !== null && isAmong('member', { ...me, userId: me.id });
    return isMember || me?.isSuperAdmin ? <Screen /> : <Forbidden />;
  });

/** Only accepts an address of this site. Browsers drop control characters, so they could hide a second slash. */
const safeReturn = (from: unknown): string =>
  typeof from === 'string' && /^\/(?![/\\])\P{Cc}*$/u.test(from) && !from.startsWith('/auth') ? from : '/';

/** A single assignment is selected automatically, so it counts before it has been stored. */
async function hasSchool(): Promise<boolean> {
  const { me } = currentSession();
  if (me === null || me.mustChangePassword || remembered('school') !== null) return true;
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
const admin = createRoute({
  getParentRoute: () => layout,
  path: '/admin',
  errorComponent: Boundary,
  validateSearch: readAdminAddress,
  component: superAdmin(lazyPage(() => import('./pages/admin/page.tsx'), 'AdminPage')),
});
const school = createRoute({
  getParentRoute: () => layout,
  path: '/school',
  errorComponent: Boundary,
  beforeLoad: async ({ cause }) => {
    // If the school disappears while the page is open, the page itself offers another one.
    if (cause === 'stay' || (await hasSchool())) return;
    throw redirect({ to: '/' });
  },
  component: signedIn(lazyPage(() => import('./pages/school/page.tsx'), 'SchoolPage')),
});

const routeTree = root.addChildren([
  auth,
  layout.addChildren([
    home,
    admin,
    screen('/admin-test', superAdmin(lazyPage(() => import('./pages/ballot/page.tsx'), 'BallotPage'))),
    screen(
      '/admin-test/blank-ballot',
      schoolMember(lazyPage(() => import('./pages/blank-ballot/page.tsx'), 'BlankBallotPage')),
    ),
    screen('/cases', signedIn(lazyPage(() => import('./pages/cases/page.tsx'), 'CasesPage'))),
    school,
    screen('/settings', signedIn(lazyPage(() => import('./pages/settings/page.tsx'), 'SettingsPage'))),
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
  ]),
  // Development only. The condition is a build constant, so the product contains neither the route nor its code.
  ...(import.meta.env.DEV
    ? [
        createRoute({
          getParentRoute: () => root,
          path: '/gallery',
          component: lazyPage(() => import('./gallery/gallery.tsx'), 'Gallery'),
        }),
      ]
    : []),
]);

export const router = createRouter({ routeTree, defaultPreload: 'intent', scrollRestoration: true });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
