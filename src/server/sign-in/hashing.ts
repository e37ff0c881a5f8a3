// Hashes passwords on worker threads, which are started when the first password arrives.
import os from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Done, Work } from './hashing-worker.ts';

// More at once would take memory (19 MB each) and processor time from everything else.
const MAX_THREADS = Math.min(2, os.availableParallelism());

type Asked = { resolve(result: Uint8Array | boolean): void; reject(error: Error): void };
type Thread = { worker: Worker; asked: Map<number, Asked> };

const threads: Thread[] = [];
let lastId = 0;

function openThread(): Thread {
  const worker = new Worker(join(import.meta.dirname, 'hashing-worker.ts'), {
    execArgv: [],
    // Hashing itself uses memory outside of these limits.
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 },
  });
  const thread: Thread = { worker, asked: new Map() };
  worker.on('message', (done: Done) => {
    const asked = thread.asked.get(done.id);
    thread.asked.delete(done.id);
    // An idle thread must not keep the process alive.
    if (thread.asked.size === 0) worker.unref();
    if ('error' in done) asked?.reject(done.error);
    else asked?.resolve(done.result);
  });
  worker.on('error', (error: Error) => {
    threads.splice(threads.indexOf(thread), 1);
    for (const { reject } of thread.asked.values()) reject(error);
  });
  threads.push(thread);
  return thread;
}

const leastBusy = (): Thread => {
  const idle = threads.find(({ asked }) => asked.size === 0);
  if (idle) return idle;
  if (threads.length < MAX_THREADS) return openThread();
  return threads.reduce((best, one) => (one.asked.size < best.asked.size ? one : best));
};

export const hashing = (work: Work['what']): Promise<Uint8Array | boolean> =>
  new Promise((resolve, reject) => {
    const thread = leastBusy();
    const id = (lastId += 1);
    thread.asked.set(id, { resolve, reject });
    thread.worker.ref();
    thread.worker.postMessage({ id, what: work } satisfies Work);
  });
