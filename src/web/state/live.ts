// Keeps the screen up to date. One event stream says that something changed, never what; the screen then fetches again. It
// also says how far an import is. A broken stream reconnects by itself and refetches everything.
import type { Query } from '@tanstack/react-query';
import { calls } from '#web/server/calls.ts';
import { queryClient, showsChange } from '#web/server/query-client.ts';
import { currentSession, loadSession, onSessionChange } from './session.ts';
import { createStore, useStore } from './store.ts';

const RECONNECT_DELAYS_MS = [1000, 2000, 5000, 10_000];
/** The server sends something at least every 25 seconds. */
const MAX_SILENCE_MS = 60_000;
/** A hidden tab closes its connection, and opens none, because a browser allows six per address. */
const CLOSE_HIDDEN_AFTER_MS = 20_000;
/** A restarting server is back before the notice appears. */
const NOTICE_AFTER_MS = 3000;
/** The first change is fetched at once, and the next ones together. */
const TOGETHER_MS = 50;
/** A burst has more changes than that from one refetch to the next. */
const MAX_TOGETHER = 3;
const BURST_MS = 1000;

let source: EventSource | undefined;
let openedFor: string | undefined;
let failures = 0;
let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
let silenceTimer: ReturnType<typeof setTimeout> | undefined;
let burstTimer: ReturnType<typeof setTimeout> | undefined;
/** Queries whose data is older than the last change. */
let outdated = new Set<Query>();
let changesSinceRefetch = 0;

function refetch(changes = 1): void {
  changesSinceRefetch += changes;
  outdated = new Set(queryClient.getQueryCache().getAll());
  if (burstTimer === undefined) refetchOutdated();
}

/**
 * A running fetch is repeated afterwards, not canceled: under constant changes, canceling would never let one finish. A list
 * that shows a change of this page is fetched once that has ended.
 */
function refetchOutdated(): void {
  burstTimer = undefined;
  const all = queryClient.getQueryCache().findAll({ predicate: (query) => outdated.has(query) });
  if (all.length === 0) return;
  outdated = new Set(all.filter((query) => query.state.fetchStatus === 'fetching' || showsChange(query)));
  const waiting = outdated;
  void queryClient.invalidateQueries({ predicate: (query) => all.includes(query) && !waiting.has(query) });
  burstTimer = setTimeout(refetchOutdated, changesSinceRefetch > MAX_TOGETHER ? BURST_MS : TOGETHER_MS);
  changesSinceRefetch = 0;
}

/** Includes the person's own roles, because they decide which buttons are shown. */
function refetchEverything(): void {
  void loadSession();
  refetch();
}

const connectionLost = createStore(false);
let noticeTimer: ReturnType<typeof setTimeout> | undefined;

function setLost(isLost: boolean): void {
  clearTimeout(noticeTimer);
  noticeTimer = undefined;
  connectionLost.set(isLost);
}

/** True when the server has been silent for some seconds, so the screen may be out of date. */
export const useConnectionLost = (): boolean => useStore(connectionLost);

/** How far the last change is that is still being made. */
const progress = createStore<{ recordId: string; percent: number } | null>(null);

/** The percentage of a change that is being made, or null while nothing is known. */
export function useProgress(id: string): number | null {
  const last = useStore(progress);
  return last?.recordId === id ? last.percent : null;
}

function close(): void {
  clearTimeout(reconnectTimer);
  clearTimeout(silenceTimer);
  source?.close();
  source = undefined;
}

function reconnectLater(): void {
  close();
  reconnectTimer = setTimeout(open, RECONNECT_DELAYS_MS[Math.min(failures, RECONNECT_DELAYS_MS.length - 1)]);
  failures += 1;
}

function restartSilenceTimer(): void {
  clearTimeout(silenceTimer);
  silenceTimer = setTimeout(reconnectLater, MAX_SILENCE_MS);
}

/** Whose changes to follow. Until a first password is replaced, the person may see none. */
function follower(): string | undefined {
  const { me } = currentSession();
  return me === null || me.mustChangePassword ? undefined : me.id;
}

function open(): void {
  close();
  openedFor = follower();
  if (openedFor === undefined || document.hidden || !('EventSource' in globalThis)) return setLost(false);
  noticeTimer ??= setTimeout(setLost, NOTICE_AFTER_MS, true);
  source = new EventSource('/api/events');
  // A browser waits for the first byte without limit, also on a connection that has died without a word.
  restartSilenceTimer();
  source.addEventListener('open', () => {
    failures = 0;
    setLost(false);
    restartSilenceTimer();
    // Changes made before the stream opened were not announced.
    refetchEverything();
  });
  source.addEventListener('error', reconnectLater);
  source.addEventListener('beat', restartSilenceTimer);
  source.addEventListener('everything', refetchEverything);
  source.addEventListener('changes', ({ data }: MessageEvent<string>) => {
    restartSilenceTimer();
    const changes = JSON.parse(data) as { subject: string; recordId?: string; percent?: number }[];
    // The person's own roles or name changed.
    if (changes.some(({ subject, recordId }) => subject === 'me' || recordId === openedFor)) void loadSession();
    for (const { recordId, percent } of changes)
      if (recordId !== undefined && percent !== undefined) progress.set({ recordId, percent });
    const made = changes.filter(({ percent }) => percent === undefined);
    if (made.length > 0) refetch(made.length);
  });
  source.addEventListener('ended', () => {
    failures = RECONNECT_DELAYS_MS.length;
    reconnectLater();
    // If the session is over, the client has `onSignedOut` end it (session.ts).
    calls.session.refresh().catch(() => {});
  });
}

/** Closes the stream on purpose: nobody is looking, so nothing is lost. */
function pause(): void {
  close();
  setLost(false);
}

/** Opens the stream and keeps it in step with who is signed in and whether the tab is visible. Call it once. */
export function keepLive(): void {
  open();
  onSessionChange(() => {
    if (follower() !== openedFor) open();
  });
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiddenTimer);
    if (document.hidden) hiddenTimer = setTimeout(pause, CLOSE_HIDDEN_AFTER_MS);
    else if (source === undefined) open();
  });
  addEventListener('online', () => source === undefined && open());
  // "Offline" may mean the Internet only. A new stream shows whether the server still answers.
  addEventListener('offline', () => source !== undefined && open());
}
