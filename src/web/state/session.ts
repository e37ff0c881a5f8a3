// Who is signed in, in this tab and in step with the others; children render only once it is known.
// The session is refreshed while a tab is open: a tick each 30 seconds, a refresh when 3 ticks or fewer remain, and again
// each 3 seconds until one comes through.
import { useSyncExternalStore } from 'react';
import type { Me } from '#contract/session.ts';
import { calls, onSignedOutElsewhere } from '#web/server/calls.ts';
import { forget, forgetAll, remember, remembered } from './remembered.ts';
import { somethingIsUnsaved } from './unsaved.ts';

export type Session = {
  status: 'loading' | 'known' | 'unreachable';
  me: Me | null;
  /** The session ended while something half-typed was on the screen: the page stays, under a warning. */
  endedOverUnsaved: boolean;
  /** Nobody is signed in because the session ended in another place: the person did not ask for it here. */
  endedElsewhere: boolean;
};

const NOT_ENDED = { endedOverUnsaved: false, endedElsewhere: false };
let session: Session = { status: 'loading', me: null, ...NOT_ENDED };
const listeners = new Set<() => void>();
const otherTabs = new BroadcastChannel('courtside-session');

function become(next: Partial<Session>): void {
  session = { ...session, ...next };
  for (const listener of listeners) listener();
}

export const currentSession = (): Session => session;

export function whenSessionChanges(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSession = (): Session => useSyncExternalStore(whenSessionChanges, currentSession);

/** Asks the server who is signed in. */
export async function loadSession(): Promise<void> {
  try {
    await tellOfLeaving();
  } catch {
    // Whoever left is not shown as signed in only because the server has not heard of it.
    return become({ status: 'known', me: null, ...NOT_ENDED });
  }
  try {
    const asker = session.me?.id;
    const me = await calls.session.me();
    // Somebody signed in or out here meanwhile: that answer is the newer one.
    if (session.me?.id !== asker) return;
    if (me === null && session.me !== null) endHere();
    else become({ status: 'known', me, ...NOT_ENDED });
  } catch {
    become({ status: session.status === 'known' ? 'known' : 'unreachable' });
  }
}

export async function signIn(email: string, password: string): Promise<void> {
  await tellOfLeaving();
  const me = await calls.session.signIn({ email, password });
  become({ status: 'known', me, ...NOT_ENDED });
  otherTabs.postMessage('signed in');
}

// The server may tell of the end before it has answered: that one was asked for here.
let signingOut = false;

/**
 * Ends the session here and in the other tabs, and leaves nothing of the person in this browser. Where the server could not
 * end it, the cookie still holds, and nothing changes: a sign-in screen would only look like the end.
 */
export async function signOut(): Promise<void> {
  signingOut = true;
  try {
    await calls.session.signOut();
  } finally {
    signingOut = false;
  }
  forgetEverything();
}

function forgetEverything(): void {
  forgetAll();
  become({ me: null, ...NOT_ENDED });
  otherTabs.postMessage('signed out');
}

/** Signs out also when the server cannot be told: it is told before this browser asks again who is signed in. */
export async function leave(): Promise<void> {
  try {
    await signOut();
  } catch (error) {
    // The specification's second exception: leaving works, also when the server cannot be told.
    console.warn('Sign-out failed while declining cookies', error);
    forgetEverything();
    remember('sign-out-pending', 'true');
  }
}

async function tellOfLeaving(): Promise<void> {
  if (remembered('sign-out-pending') === null) return;
  await calls.session.signOut();
  forget('sign-out-pending');
}

/** The server's answer says that the session is over, or another tab has ended it. */
function endHere(): void {
  if (session.me === null || signingOut) return;
  become(somethingIsUnsaved() ? { endedOverUnsaved: true } : { me: null, endedElsewhere: true });
}

onSignedOutElsewhere(endHere);
otherTabs.addEventListener('message', ({ data }) => {
  if (data !== 'signed out') return void loadSession();
  endHere();
  // Also what this tab has written while the other one forgot it.
  forgetAll();
});

const TICK_MS = 30_000;
const REFRESH_AT_TICKS = 3;
const RETRY_MS = 3000;
let retry: ReturnType<typeof setTimeout> | undefined;

/** Keeps the session of an open tab alive, until the absolute limit. Call it once. */
export function keepSessionAlive(): void {
  setInterval(refreshWhenDue, TICK_MS);
}

function refreshWhenDue(): void {
  const { me, endedOverUnsaved } = session;
  if (!me || endedOverUnsaved) return;
  const ticksLeft = Math.floor((me.sessionEndsAt.getTime() - Date.now()) / TICK_MS);
  if (ticksLeft > REFRESH_AT_TICKS) return;
  calls.session.refresh().then(
    ({ sessionEndsAt }) => session.me && become({ me: { ...session.me, sessionEndsAt } }),
    () => {
      // A session that is over was announced by the client: then nothing is due any more.
      clearTimeout(retry);
      retry = setTimeout(refreshWhenDue, RETRY_MS);
    },
  );
}

/** The person gives up what was half-typed: the sign-in screen follows. */
export function leaveEndedSession(): void {
  become({ me: null, endedOverUnsaved: false, endedElsewhere: true });
}
