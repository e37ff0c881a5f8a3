// Keeps what is on the screen as the server has it: one event stream says that something changed, never what; what is on
// the screen is then fetched again. A stream that breaks comes back by itself, and everything is fetched afresh.
import type { Query } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { calls } from '#web/server/calls.ts';
import { queryClient } from '#web/server/query-client.ts';
import { currentSession, loadSession, whenSessionChanges } from './session.ts';

const WAITS_MS = [1000, 2000, 5000, 10_000];
/** The server says something at least each 25 seconds. */
const LONGEST_SILENCE_MS = 60_000;
/** A tab that nobody sees gives its connection back: a browser has six for one address. */
const HIDDEN_FOR_MS = 20_000;
/** A server that is started anew is back before anybody is told that it was away. */
const LOST_AFTER_MS = 3000;
/** A burst of changes is one refetch at its begin and one at its end. */
const BURST_MS = 50;

let source: EventSource | undefined;
let openedBy: string | undefined;
let failures = 0;
let again: ReturnType<typeof setTimeout> | undefined;
let silence: ReturnType<typeof setTimeout> | undefined;
let burst: ReturnType<typeof setTimeout> | undefined;
/** What was read before the last change. */
let outdated = new Set<Query>();

function fetchAgain(): void {
  outdated = new Set(queryClient.getQueryCache().getAll());
  if (burst === undefined) fetchOutdated();
}

/** What is being fetched is not cut off, or nothing would arrive in a steady stream of changes: it is fetched once more. */
function fetchOutdated(): void {
  burst = undefined;
  const all = queryClient.getQueryCache().findAll({ predicate: (query) => outdated.has(query) });
  if (all.length === 0) return;
  outdated = new Set(all.filter(({ state }) => state.fetchStatus === 'fetching'));
  const waiting = outdated;
  void queryClient.invalidateQueries({ predicate: (query) => all.includes(query) && !waiting.has(query) });
  burst = setTimeout(fetchOutdated, BURST_MS);
}

/** What is on the screen, and the person's own roles: the buttons follow them. */
function fetchEverything(): void {
  void loadSession();
  fetchAgain();
}

let lost = false;
let losing: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function setLost(next: boolean): void {
  clearTimeout(losing);
  losing = undefined;
  lost = next;
  for (const listener of listeners) listener();
}

const whenLostChanges = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether the server has told nothing for some seconds: what is on the screen may be out of date. */
export const useConnectionLost = (): boolean => useSyncExternalStore(whenLostChanges, () => lost);

function close(): void {
  clearTimeout(again);
  clearTimeout(silence);
  source?.close();
  source = undefined;
}

function openLater(): void {
  close();
  again = setTimeout(open, WAITS_MS[Math.min(failures, WAITS_MS.length - 1)]);
  failures += 1;
}

function heard(): void {
  clearTimeout(silence);
  silence = setTimeout(openLater, LONGEST_SILENCE_MS);
}

function open(): void {
  close();
  openedBy = currentSession().me?.id;
  if (openedBy === undefined) return setLost(false);
  losing ??= setTimeout(setLost, LOST_AFTER_MS, true);
  source = new EventSource('/api/events');
  source.addEventListener('open', () => {
    failures = 0;
    setLost(false);
    heard();
    // What changed before the stream was open was not told.
    fetchEverything();
  });
  source.addEventListener('error', openLater);
  source.addEventListener('beat', heard);
  source.addEventListener('everything', fetchEverything);
  source.addEventListener('changes', ({ data }: MessageEvent<string>) => {
    heard();
    const changes = JSON.parse(data) as { subject: string; recordId?: string }[];
    // The person's own roles, which the buttons follow, or the own name.
    if (changes.some(({ subject, recordId }) => subject === 'me' || recordId === openedBy)) void loadSession();
    fetchAgain();
  });
  source.addEventListener('ended', () => {
    failures = WAITS_MS.length;
    openLater();
    // The client tells the session's keeper when the answer is that it is over.
    calls.session.refresh().catch(() => {});
  });
}

/** Nobody looks: that the stream is closed is then no loss. */
function rest(): void {
  close();
  setLost(false);
}

/** Call it once. The stream follows who is signed in, and whether anybody looks. */
export function keepLive(): void {
  if (!('EventSource' in globalThis)) return;
  open();
  whenSessionChanges(() => {
    if (currentSession().me?.id !== openedBy) open();
  });
  let hidden: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hidden);
    if (document.hidden) hidden = setTimeout(rest, HIDDEN_FOR_MS);
    else if (source === undefined) open();
  });
  addEventListener('online', () => source === undefined && open());
  // It may be the Internet alone that is gone: a new stream shows whether the server is.
  addEventListener('offline', () => source !== undefined && open());
}
