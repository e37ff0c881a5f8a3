// Keeps what is on the screen as the server has it: one event stream says that something changed, never what; what is on
// the screen is then fetched again. A stream that breaks comes back by itself, and everything is fetched afresh.
import { calls } from './calls.ts';
import { queryClient } from './query-client.ts';
import { currentSession, loadSession, whenSessionChanges } from './session.ts';

const WAITS_MS = [1000, 2000, 5000, 10_000];
/** The server says something at least each 25 seconds. */
const LONGEST_SILENCE_MS = 60_000;
/** A tab that nobody sees gives its connection back: a browser has six for one address. */
const HIDDEN_FOR_MS = 20_000;
/** A burst of changes is one refetch at its begin and one at its end. */
const BURST_MS = 50;

let source: EventSource | undefined;
let openedBy: string | undefined;
let failures = 0;
let again: ReturnType<typeof setTimeout> | undefined;
let silence: ReturnType<typeof setTimeout> | undefined;
let burst: ReturnType<typeof setTimeout> | undefined;
let moreInBurst = false;

function fetchAgain(): void {
  if (burst !== undefined) {
    moreInBurst = true;
    return;
  }
  void queryClient.invalidateQueries();
  burst = setTimeout(() => {
    burst = undefined;
    if (!moreInBurst) return;
    moreInBurst = false;
    fetchAgain();
  }, BURST_MS);
}

/** What is on the screen, and the person's own roles: the buttons follow them. */
function fetchEverything(): void {
  void loadSession();
  fetchAgain();
}

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
  if (openedBy === undefined) return;
  source = new EventSource('/api/events');
  source.addEventListener('open', () => {
    failures = 0;
    heard();
    // What changed before the stream was open was not told.
    fetchEverything();
  });
  source.addEventListener('error', openLater);
  source.addEventListener('beat', heard);
  source.addEventListener('everything', fetchEverything);
  source.addEventListener('changes', ({ data }: MessageEvent<string>) => {
    heard();
    const changes = JSON.parse(data) as { subject: string }[];
    // The person's own roles: the buttons follow them.
    if (changes.some(({ subject }) => subject === 'me')) void loadSession();
    fetchAgain();
  });
  source.addEventListener('ended', () => {
    failures = WAITS_MS.length;
    openLater();
    // The client tells the session's keeper when the answer is that it is over.
    calls.session.refresh().catch(() => {});
  });
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
    if (document.hidden) hidden = setTimeout(close, HIDDEN_FOR_MS);
    else if (source === undefined) open();
  });
  addEventListener('online', () => source === undefined && open());
}
