// The doorway. Whoever is signed out and wants in gets the sign-in screen, which is light; everyone else gets the app.
import { lazy, StrictMode, Suspense, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { askForConsent } from './before-app/consent.ts';
import { fadeLoadingScreen } from './before-app/loading-screen.ts';
import { SignInPage } from './pages/sign-in/page.tsx';
import { currentSession, keepSessionAlive, loadSession, useSession, whenSessionChanges } from './state/session.ts';
import './theme/styles.css';
import { Unreachable } from './before-app/unreachable.tsx';

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

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no place for the app.');
document.documentElement.setAttribute('data-started', '');
createRoot(root).render(
  <StrictMode>
    <Doorway />
  </StrictMode>,
);
askForConsent();
const loaded = loadSession().then(() => {
  const { status, me } = currentSession();
  // Signed out at the root: the address says where one is.
  if (status === 'known' && me === null && location.pathname === '/') history.replaceState(null, '', '/auth');
});
void fadeLoadingScreen(loaded);
// While somebody types the password, the app arrives.
for (const sign of ['pointermove', 'pointerdown', 'keydown'])
  addEventListener(sign, () => void loadApp(), { once: true });
keepSessionAlive();
