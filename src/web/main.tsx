// The entry point. A signed-out visitor at `/` or `/auth` gets the light sign-in screen, the holder of a link to a student's card that
// card, and everybody else the app.
import { startTransition, StrictMode, useSyncExternalStore, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { GavelLoader } from './art/gavel-loader.tsx';
import { askForConsent } from './before-app/consent.ts';
import { fadeLoadingScreen } from './before-app/loading-screen.ts';
import { lazily } from './components/feedback/lazily.tsx';
import { SignInPage } from './pages/sign-in/page.tsx';
import { restoreLostFocus } from './state/lost-focus.ts';
import { currentSession, keepSessionAlive, loadSession, useSession, onSessionChange } from './state/session.ts';
import 'virtual:theme-variables.css';
import './theme/styles.css';
import { Unreachable } from './before-app/unreachable.tsx';

const loadApp = () => import('./app.tsx');
const App = lazily(
  loadApp,
  Unreachable,
  <div className="loading-screen">
    <GavelLoader label="Loading Courtside" size={120} />
  </div>,
);
const loadSharedCard = () => import('./pages/season/shared-card/page.tsx');
const SharedCard = lazily(loadSharedCard, Unreachable);

/** Stays true once the app runs: from then on, its router shows the sign-in screen. */
let isAppNeeded = false;
const needsApp = (): boolean => {
  const { status, me } = currentSession();
  const isSignInAddress = location.pathname === '/auth' || location.pathname === '/';
  isAppNeeded ||= status === 'known' && (me !== null || !isSignInAddress);
  return isAppNeeded;
};

function Entry() {
  const { status } = useSession();
  const app = useSyncExternalStore(onSessionChange, needsApp);
  if (status === 'unreachable') return <Unreachable />;
  if (app) return <App />;
  return <SignInPage />;
}

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root element.');
document.documentElement.setAttribute('data-started', '');
restoreLostFocus();
/** As a transition, which React draws in short tasks: a tap or a key gets in between two of them. */
const draw = (page: ReactNode): void => startTransition(() => createRoot(root).render(<StrictMode>{page}</StrictMode>));

/** The holder of a link needs no session, and the page keeps nothing in the browser, so it asks about no cookies. */
function openSharedCard(): void {
  draw(<SharedCard />);
  const loaded = loadSharedCard().then(({ readSharedCard }) => readSharedCard());
  void fadeLoadingScreen(
    loaded.catch(() => {}),
    () => true,
  );
}

function openCourtside(): void {
  // Drawn in a task of its own, after the one that reads the answer: two short ones let a tap through between them.
  const stop = onSessionChange(() => {
    stop();
    draw(<Entry />);
  });
  const loaded = loadSession().then(() => {
    const { status, me } = currentSession();
    // The address names the screen that is shown.
    if (status === 'known' && me === null && location.pathname === '/') history.replaceState(null, '', '/auth');
  });
  askForConsent();
  void fadeLoadingScreen(loaded, () => currentSession().status === 'known' && !needsApp());
  // The app downloads while the person types the password.
  for (const event of ['pointermove', 'pointerdown', 'keydown'])
    addEventListener(event, () => void loadApp(), { once: true });
  keepSessionAlive();
}

// In a task of its own, after the one that evaluates the modules: a slow phone can paint and listen in between.
setTimeout(location.pathname === '/student-card' ? openSharedCard : openCourtside);
