// Who is signed in, kept in step across tabs. The app renders once this is known.
// An open tab keeps its session alive: it checks every 30 seconds, refreshes when 3 ticks or fewer remain, and retries
// every 3 seconds until a refresh succeeds.
import type { KnownEnd, Me } from '#contract/own-account.ts';
import { calls, shownSession } from '#web/server/calls.ts';
import { forget, forgetAll, forgetUnstored, remember, remembered } from './remembered.ts';
import { loadSignOnOffer } from './sign-on.ts';
import { createStore, useStore } from './store.ts';
import { hasUnsavedChanges } from './unsaved.ts';

export type EndReason = KnownEnd | 'other tab' | 'expired';

export type Session = {
  status: 'loading' | 'known' | 'unreachable';
  me: Me | null;
  /** Why the session ended, unless the person signed out in this tab. */
  endReason: EndReason | null;
  /** The person signed out in this tab. */
  hasSignedOut: boolean;
  /** The session ended while the page held unsaved changes: the page stays open under a dialog. */
  endedOverUnsaved: boolean;
};

const ACTIVE = { endReason: null, hasSignedOut: false, endedOverUnsaved: false };
const store = createStore<Session>({ status: 'loading', me: null, ...ACTIVE });
const otherTabs = new BroadcastChannel('courtside-session');

export const currentSession = store.get;
export const onSessionChange = store.subscribe;
export const useSession = (): Session => useStore(store);

function update(change: Partial<Session>): void {
  const next = { ...currentSession(), ...change };
  shownSession.userId = next.me?.id;
  store.set(next);
}

/** When the request was sent whose answer last said who is signed in. */
let knownSince = 0;

/** What one person left in this browser is never shown to the next. */
function showSession(me: Me | null, askedAt = performance.now()): void {
  const previous = remembered('person');
  if (me !== null && previous !== me.id) {
    if (previous !== null) forgetAll();
    remember('person', me.id);
  }
  const shown = currentSession().me;
  if (shown !== null && shown.id !== me?.id) forgetUnstored();
  knownSince = askedAt;
  update({ status: 'known', me, ...ACTIVE });
}

/** Asks the server who is signed in. */
export async function loadSession(): Promise<void> {
  try {
    await flushPendingSignOut();
  } catch {
    // Somebody who signed out must not appear signed in just because the server hasn't heard yet.
    return showSession(null);
  }
  try {
    const before = currentSession().me?.id;
    const offer = loadSignOnOffer();
    const askedAt = performance.now();
    const me = await calls.session.me();
    if (me === null) await offer;
    // A sign-in or sign-out in this tab that happened meanwhile is newer than this answer.
    if (currentSession().me?.id !== before) return;
    if (me === null && before !== undefined) return endSession();
    // Nobody signed out in this browser, so the session was ended or has expired.
    const hasEnded = me === null && remembered('person') !== null;
    // The provider of single sign-on has sent this tab back, and the others don't know yet.
    const isNew = me !== null && remembered('person') !== me.id;
    showSession(me, askedAt);
    if (isNew) otherTabs.postMessage('signed in');
    if (hasEnded) update({ endReason: (await calls.session.endReason().catch(() => null)) ?? 'expired' });
  } catch {
    update({ status: currentSession().status === 'known' ? 'known' : 'unreachable' });
  }
}

export async function signIn(email: string, password: string, code?: string): Promise<void> {
  await flushPendingSignOut();
  startSession(await calls.session.signIn({ email, password, ...(code !== undefined && { code }) }));
}

/** Leaves for the provider of single sign-on, which sends the browser back to `returnTo`. */
export async function goToProvider(returnTo: string): Promise<void> {
  await flushPendingSignOut();
  location.assign((await calls.session.beginSignOn({ returnTo })).address);
}

/** Ends a sign-in at the provider with a code of the person's second factor here. */
export const finishSignOn = async (code: string): Promise<void> =>
  startSession(await calls.session.finishSignOn({ code }));

/** Shows a session that has just begun in every tab. */
export function startSession(me: Me): void {
  showSession(me);
  otherTabs.postMessage('signed in');
}

// The event stream may report the end before the sign-out call returns. That end is the one requested here.
let isSigningOut = false;

/**
 * Ends the session in every tab and removes everything of the person from this browser. Rejects and changes nothing if the
 * server could not end it: the cookie would still be valid, and a sign-in screen would hide that.
 */
export async function signOut(): Promise<void> {
  isSigningOut = true;
  try {
    await calls.session.signOut();
  } finally {
    isSigningOut = false;
  }
  clearSession();
}

function clearSession(): void {
  forgetAll();
  update({ me: null, ...ACTIVE, hasSignedOut: true });
  otherTabs.postMessage('signed out');
}

/** Signs out even if the server can't be reached. The server hears of it before this browser loads a session again. */
export async function signOutEvenOffline(): Promise<void> {
  try {
    await signOut();
  } catch (error) {
    console.warn('Sign-out failed while declining cookies', error);
    clearSession();
    remember('sign-out-pending', 'true');
  }
}

async function flushPendingSignOut(): Promise<void> {
  if (remembered('sign-out-pending') === null) return;
  await calls.session.signOut();
  forget('sign-out-pending');
}

function endSession(reason?: EndReason): void {
  const { me, endedOverUnsaved } = currentSession();
  if (me === null || isSigningOut) return;
  // A call that is refused after the end knows no reason.
  if (endedOverUnsaved && reason === undefined) return;
  const endReason = reason ?? 'expired';
  update(hasUnsavedChanges() ? { endReason, endedOverUnsaved: true } : { endReason, me: null });
  if (reason === undefined) void explainEnd();
}

/** Asks the server whether the session was ended elsewhere, and why: it may have expired, or its cookie is gone. */
async function explainEnd(): Promise<void> {
  const known = await calls.session.endReason().catch(() => null);
  if (known !== null && currentSession().endReason === 'expired') update({ endReason: known });
}

/** Gives up the unsaved changes of a session that has ended. The sign-in screen follows. */
export const discardEndedSession = (): void => update({ me: null, endedOverUnsaved: false });

shownSession.onSignedOut = (sentAt) => {
  // An answer to an earlier request says nothing about a session that has started since.
  if (sentAt >= knownSince) endSession();
};
shownSession.onOtherPerson = () => void loadSession();
otherTabs.addEventListener('message', ({ data }) => {
  if (data !== 'signed out') return void loadSession();
  endSession('other tab');
  // This tab may have written something since the other tab cleared the storage.
  forgetAll();
});

const TICK_MS = 30_000;
const REFRESH_AT_TICKS = 3;
const RETRY_MS = 3000;
let retry: ReturnType<typeof setTimeout> | undefined;

/** Refreshes the session of an open tab, up to the absolute limit. Call it once. */
export function keepSessionAlive(): void {
  setInterval(refreshWhenDue, TICK_MS);
}

function refreshWhenDue(): void {
  const { me, endedOverUnsaved } = currentSession();
  if (!me || endedOverUnsaved) return;
  const ticksLeft = Math.floor((me.sessionEndsAt.getTime() - Date.now()) / TICK_MS);
  if (ticksLeft > REFRESH_AT_TICKS) return;
  calls.session.refresh().then(
    ({ sessionEndsAt }) => {
      const now = currentSession().me;
      if (now) update({ me: { ...now, sessionEndsAt } });
    },
    () => {
      // If the session is over, `onSignedOut` has ended it here, and the retry finds nothing to refresh.
      clearTimeout(retry);
      retry = setTimeout(refreshWhenDue, RETRY_MS);
    },
  );
}
