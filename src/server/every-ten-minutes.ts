// A server's periodic jobs.

// Not right away, so that it doesn't slow down the start. A server that is restarted often still does the work.
const FIRST_MS = 60_000;
const EVERY_MS = 600_000;

/** Does the work a minute from now and then every ten minutes, once at a time. It must not fail. Returns a function that stops this. */
export function everyTenMinutes(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const begin = () => {
    running = running.then(work);
  };
  const first = setTimeout(begin, FIRST_MS).unref();
  const every = setInterval(begin, EVERY_MS).unref();
  return () => {
    clearTimeout(first);
    clearInterval(every);
    return running;
  };
}
