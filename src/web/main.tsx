// The doorway. Whoever is signed out and wants in gets the sign-in screen, which is light; everyone else gets the app.
import { lazy, StrictMode, Suspense, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { LoadingScreen } from './components/loading-screen.tsx';
import { Consent } from './consent.tsx';
import { SignInPage } from './pages/sign-in.tsx';
import { currentSession, keepSessionAlive, loadSession, useSession, whenSessionChanges } from './session.ts';
import './styles.css';
import { Unreachable } from './unreachable.tsx';

const loadApp = () => import('./app.tsx');
const App = lazy(loadApp);

/** Once the app runs, its router shows the sign-in screen as well; before, nobody needs to wait for the router. */
let appIsNeeded = false;
const needsApp = (): boolean => {
  const { status, me } = currentSession();
  const atTheDoor = location.pathname === '/auth' || location.pathname === '/';
  appIsNeeded ||= status === 'known' && (me !== null || !atTheDoor);
  return appIsNeeded;
};

function Doorway() {
  const { status } = useSession();
  const app = useSyncExternalStore(whenSessionChanges, needsApp);
  if (status === 'loading') return null;
  if (status === 'unreachable') return <Unreachable />;
  if (app) {
    return (
      <Suspense fallback={null}>
        <App />
      </Suspense>
    );
  }
  return <SignInPage />;
}

function Root() {
  const { status } = useSession();
  return (
    <>
      <Doorway />
      <Consent />
      <LoadingScreen loading={status === 'loading'} />
    </>
  );
}

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no place for the app.');
createRoot(root).render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
void loadSession().then(() => {
  const { status, me } = currentSession();
  // Signed out at the root: the address says where one is.
  if (status === 'known' && me === null && location.pathname === '/') history.replaceState(null, '', '/auth');
  // While somebody types the password, the app arrives.
  void loadApp();
});
keepSessionAlive();
