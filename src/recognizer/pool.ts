// Reads photos in worker threads: a short queue, a time limit, and a new worker when one dies.
import { Worker } from 'node:worker_threads';
import type { ReadBallot } from './result.ts';
import { UnreadableImage } from './unreadable-image.ts';
import type { WorkerAnswer, WorkerQuestion } from './worker.ts';

/** More photos wait already than can be read in reasonable time. Nothing was done; the same photo may be sent again. */
export class RecognizerBusy extends Error {
  override name = 'RecognizerBusy';
  constructor() {
    super('Other ballots are being read at the moment. Please try again in a minute.');
  }
}

/** Reading stopped: it took too long or its worker died. The message is a sentence to show; `cause` is for the log. */
export class RecognizerFailed extends Error {
  override name = 'RecognizerFailed';
}

export type RecognizerPool = {
  /** @throws {UnreadableImage | RecognizerBusy | RecognizerFailed} the three expected refusals */
  read(bytes: Uint8Array, fileName?: string): Promise<ReadBallot>;
  close(): Promise<void>;
};

export type PoolSettings = {
  /** Threads that read. Each needs a core and about 300 MB while it reads. */
  workers?: number;
  /** Photos that may wait, beside those being read. */
  waiting?: number;
  /** Time for one photo, from when its reading starts. Generous: a busy machine is slow, a hung reader is rare. */
  seconds?: number;
  /** The worker's program; only tests replace it. */
  program?: URL;
};

type Job = { question: WorkerQuestion; done: (read: ReadBallot) => void; failed: (error: Error) => void };
type Seat = { worker: Worker; job: Job | null; timer: NodeJS.Timeout | undefined };

const WORKER = new URL('./worker.ts', import.meta.url);

export function openRecognizer(settings: PoolSettings = {}): RecognizerPool {
  const { workers = 1, waiting = 8, seconds = 60, program = WORKER } = settings;
  const queue: Job[] = [];
  const seats: Seat[] = [];
  let closed = false;

  const settle = (seat: Seat, finish: (job: Job) => void): void => {
    const { job } = seat;
    clearTimeout(seat.timer);
    seat.job = null;
    if (job) finish(job);
  };

  /** Ends a seat's worker; the next photo gets a fresh one. */
  const drop = (seat: Seat, message: string, cause: unknown): void => {
    const at = seats.indexOf(seat);
    if (at < 0) return;
    seats.splice(at, 1);
    settle(seat, (job) => job.failed(new RecognizerFailed(message, { cause })));
    void seat.worker.terminate();
    next();
  };

  const hear = (seat: Seat, answer: WorkerAnswer): void => {
    // A reader that could not load its networks would fail with every photo that follows.
    if ('failed' in answer) return drop(seat, 'The ballot could not be read.', answer.failed);
    settle(seat, (job) => {
      if ('read' in answer) job.done(answer.read);
      else job.failed(new UnreadableImage(answer.refused));
    });
    next();
  };

  const open = (): Seat => {
    const worker = new Worker(program, {
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
    });
    const seat: Seat = { worker, job: null, timer: undefined };
    worker.on('message', (answer: WorkerAnswer) => hear(seat, answer));
    worker.on('error', (error) => drop(seat, 'Reading the ballot stopped unexpectedly.', error));
    worker.on('exit', (code) => drop(seat, 'Reading the ballot stopped unexpectedly.', `exit code ${code}`));
    // An idle reader must not keep the process alive.
    worker.unref();
    seats.push(seat);
    return seat;
  };

  const next = (): void => {
    if (closed) return;
    while (queue.length > 0) {
      const seat = seats.find(({ job }) => job === null) ?? (seats.length < workers ? open() : undefined);
      if (!seat) return;
      seat.job = queue.shift()!;
      seat.timer = setTimeout(() => drop(seat, 'Reading the ballot took too long.', 'time limit'), seconds * 1000);
      seat.worker.postMessage(seat.job.question);
    }
  };

  return {
    read: (bytes, fileName) =>
      new Promise((done, failed) => {
        if (closed) throw new RecognizerFailed('The ballot reader is shut down.');
        if (queue.length >= waiting) throw new RecognizerBusy();
        queue.push({ question: { bytes, fileName }, done, failed });
        next();
      }),
    close: async () => {
      closed = true;
      for (const job of queue.splice(0)) job.failed(new RecognizerFailed('The ballot reader is shut down.'));
      const leaving = seats.splice(0);
      for (const seat of leaving)
        settle(seat, (job) => job.failed(new RecognizerFailed('The ballot reader is shut down.')));
      await Promise.all(leaving.map(({ worker }) => worker.terminate()));
    },
  };
}
