// Runs jobs on worker threads. Threads open when a job needs them, and a job goes to the first thread that is free, be it new or old; a
// thread that fails or exceeds the time limit is replaced.
import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { Reply } from './serve-jobs.ts';

/** Why a job has no result: too many were waiting, it took too long, it threw, its thread died, or the pool was closed. */
export type JobFailure = 'queue full' | 'timeout' | 'error' | 'crash' | 'closed';

export class JobFailed extends Error {
  override name = 'JobFailed';
  readonly reason: JobFailure;
  constructor(reason: JobFailure, cause?: unknown) {
    super(`The job failed: ${reason}.`, { cause });
    this.reason = reason;
  }
}

export type WorkerPoolSettings = {
  /** A module that calls `serveJobs`: an absolute path, or an address. */
  program: string | URL;
  maxThreads: number;
  /** Jobs that may wait for a thread. */
  maxWaiting?: number;
  /** Time limit for one job, from when a thread starts it. */
  maxSeconds?: number;
  resourceLimits?: ResourceLimits;
};

export type WorkerPool<Job, Result> = {
  /** Opens a thread if none is open, so that the first job needn't wait for it. Resolves once it is ready, or has ended. */
  open(): Promise<void>;
  /** @throws {JobFailed} */
  run(job: Job): Promise<Result>;
  close(): Promise<void>;
};

type Waiting<Job, Result> = { job: Job; resolve: (result: Result) => void; reject: (error: JobFailed) => void };
type Thread<Job, Result> = {
  worker: Worker;
  isReady: boolean;
  /** Resolves once the thread is ready, or has ended. */
  opened: PromiseWithResolvers<void>;
  current: Waiting<Job, Result> | null;
  timer?: NodeJS.Timeout | undefined;
};

export function openWorkerPool<Job, Result>(settings: WorkerPoolSettings): WorkerPool<Job, Result> {
  const { program, maxThreads, maxWaiting = Infinity, maxSeconds, resourceLimits = {} } = settings;
  const queue: Waiting<Job, Result>[] = [];
  const threads = new Set<Thread<Job, Result>>();
  let closed = false;

  const takeCurrent = (thread: Thread<Job, Result>): Waiting<Job, Result> | null => {
    const { current } = thread;
    clearTimeout(thread.timer);
    thread.current = null;
    // An idle thread must not keep the process running.
    thread.worker.unref();
    return current;
  };

  const discard = (thread: Thread<Job, Result>, reason: JobFailure, cause?: unknown): void => {
    if (!threads.delete(thread)) return;
    thread.opened.resolve();
    // A program that can't be loaded must not be loaded again and again for one job.
    const failed = thread.isReady ? takeCurrent(thread) : queue.shift();
    failed?.reject(new JobFailed(reason, cause));
    void thread.worker.terminate();
    startJobs();
  };

  const openThread = (): Thread<Job, Result> => {
    // The process's own flags, such as a test runner's, are not for this program.
    const worker = new Worker(program, { resourceLimits, execArgv: [] });
    const thread: Thread<Job, Result> = { worker, isReady: false, opened: Promise.withResolvers(), current: null };
    worker.on('message', (reply: Reply<Result> | object) => {
      if ('ready' in reply) {
        thread.isReady = true;
        thread.opened.resolve();
        worker.unref();
        return startJobs();
      }
      // `node --watch` sends messages of its own: the name of each file that the thread imports.
      if (!('error' in reply || 'result' in reply)) return;
      if ('error' in reply) return discard(thread, 'error', reply.error);
      takeCurrent(thread)?.resolve(reply.result);
      startJobs();
    });
    worker.on('error', (error) => discard(thread, 'crash', error));
    worker.on('exit', (code) => discard(thread, 'crash', `exit code ${code}`));
    threads.add(thread);
    return thread;
  };

  const startJobs = (): void => {
    for (const thread of threads) {
      if (!thread.isReady || thread.current) continue;
      const waiting = queue.shift();
      if (!waiting) break;
      thread.current = waiting;
      if (maxSeconds !== undefined) thread.timer = setTimeout(() => discard(thread, 'timeout'), maxSeconds * 1000);
      thread.worker.ref();
      thread.worker.postMessage(waiting.job);
    }
    const opening = [...threads].filter(({ isReady }) => !isReady);
    for (const { worker } of opening.slice(0, queue.length)) worker.ref();
    for (let count = opening.length; count < queue.length && threads.size < maxThreads; count += 1) openThread();
  };

  return {
    open: async () => {
      if (closed) return;
      if (threads.size === 0) openThread().worker.unref();
      await Promise.race([...threads].map(({ opened }) => opened.promise));
    },
    run: (job) =>
      new Promise((resolve, reject) => {
        if (closed) throw new JobFailed('closed');
        const running = [...threads].filter(({ current }) => current !== null).length;
        if (running + queue.length >= maxThreads + maxWaiting) throw new JobFailed('queue full');
        queue.push({ job, resolve, reject });
        startJobs();
      }),
    close: async () => {
      closed = true;
      const open = [...threads];
      for (const { reject } of queue.splice(0)) reject(new JobFailed('closed'));
      for (const thread of open) discard(thread, 'closed');
      await Promise.all(open.map(({ worker }) => worker.terminate()));
    },
  };
}
