// Runs jobs on worker threads. Threads open when the first job needs them; jobs queue for a free thread; a thread that
// fails or exceeds the time limit is replaced.
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
  /** Time limit for one job, from when a thread starts it: loading the program isn’t the job’s fault on a busy machine. */
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
    takeCurrent(thread)?.reject(new JobFailed(reason, cause));
    void thread.worker.terminate();
    startJobs();
  };

  const startTimer = (thread: Thread<Job, Result>): void => {
    if (maxSeconds === undefined || !thread.isReady || thread.current === null) return;
    thread.timer = setTimeout(() => discard(thread, 'timeout'), maxSeconds * 1000);
  };

  const openThread = (): Thread<Job, Result> => {
    // The process's own flags, such as a test runner's, are not for this program.
    const worker = new Worker(program, { resourceLimits, execArgv: [] });
    const thread: Thread<Job, Result> = { worker, isReady: false, opened: Promise.withResolvers(), current: null };
    worker.on('message', (reply: Reply<Result> | object) => {
      if ('ready' in reply) {
        thread.isReady = true;
        thread.opened.resolve();
        return startTimer(thread);
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
    while (queue.length > 0) {
      const idle = [...threads].find(({ current }) => current === null);
      const thread = idle ?? (threads.size < maxThreads ? openThread() : undefined);
      if (!thread) return;
      thread.current = queue.shift()!;
      startTimer(thread);
      thread.worker.ref();
      thread.worker.postMessage(thread.current.job);
    }
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
        if (queue.length >= maxWaiting) throw new JobFailed('queue full');
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
