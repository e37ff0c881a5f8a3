// `npm start` runs a shell that runs Node. A SIGTERM to npm kills the shell but doesn't reach Node: the server would keep
// running with its port and data directory, and the next start would be refused.

/** If npm started this process, sends it SIGTERM when the shell between the two has ended. */
export const endWithNpm = (): void => {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 300);
  // Must not keep a stopped server alive.
  watch.unref();
};
