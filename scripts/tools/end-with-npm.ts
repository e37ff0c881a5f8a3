// `npm start` runs a shell that runs Node. A SIGTERM for npm reaches the shell, which dies of it and tells nobody: the
// server would live on, hold its port and its data directory, and the next start would be refused.

/** Ends this process, as SIGTERM does, when npm started it and the shell between the two has gone. */
export const endWithNpm = (): void => {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 300);
  // A server that has closed everything may end without waiting for this.
  watch.unref();
};
