// The thread's side of a worker pool.
import os from 'node:os';
import { parentPort } from 'node:worker_threads';

export type Reply<Result> = { result: Result } | { error: Error };

/**
 * Answers every job of the pool that opened this thread.
 * @param niceness how far this thread yields to others, from 1 to 19
 * @param run an error that it throws fails the job and replaces the thread
 */
export function serveJobs<Result>(niceness: number, run: (job: never) => Result | Promise<Result>): void {
  try {
    // On Linux this sets the priority of the calling thread, elsewhere that of the whole process.
    if (process.platform === 'linux') os.setPriority(0, niceness);
  } catch {
    // A system that forbids it runs the thread at normal priority.
  }
  // The pool and its program agree on the type; messages between threads carry none.
  const answer = async (job: unknown): Promise<void> => {
    let reply: Reply<Result>;
    try {
      reply = { result: await run(job as never) };
    } catch (error) {
      reply = { error: error instanceof Error ? error : new Error(String(error)) };
    }
    parentPort?.postMessage(reply);
  };
  parentPort?.on('message', (job) => void answer(job));
  // The program has loaded.
  parentPort?.postMessage({ ready: true });
}
