// A server's periodic jobs.

// Not right away, so that it doesn't slow down the start. A server that is restarted often still does the work.
const FIRST_MS = 60_000;
const EVERY_MS = 600_000;

/**
 * Does the work a minute from now and then every ten minutes, once at a time. It must not fail. Returns a function that stops this and
 * waits for work that has begun, which `stopping` tells to leave the rest for another time.
 */
export function everyTenMinutes(work: (stopping: AbortSignal) => Promise<void>): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const begin = () => {
    running = running.then(() => work(stopping.signal));
  };
  const first = setTimeout(begin, FIRST_MS).unref();
  const every = setInterval(begin, EVERY_MS).unref();
  return () => {
    stopping.abort();
    clearTimeout(first);
    clearInterval(every);
    return running;
  };
}
