// Reads photos on worker threads, so that the server's own thread stays responsive.
import type { Sheet } from '#ballot/sheet/sheet.ts';
import {
  type BallotReader,
  type ReadBallot,
  ReaderBusy,
  ReaderFailed,
  UnreadableImage,
} from '#recognizer/ballot-reader.ts';
import { JobFailed, type JobFailure, openWorkerPool } from '#workers/worker-pool.ts';

export type Photo = { bytes: Uint8Array; sheets: readonly Sheet[] | undefined };
/** `refusal` is the message of an `UnreadableImage`, whose class would not survive the way between threads. */
export type Reading = { read: ReadBallot } | { refusal: string };

export type PoolSettings = {
  /** Each thread needs a core and about 300 MB while it reads. */
  workers?: number;
  /** Photos that may wait beside those being read. */
  maxWaiting?: number;
  /** Time limit for one photo. Generous, because a busy machine is common and a reader that hangs is rare. */
  maxSeconds?: number;
  /** The thread's program; only tests replace it. */
  program?: URL;
};

const SENTENCES: Record<Exclude<JobFailure, 'queue full'>, string> = {
  timeout: 'Reading the ballot took too long.',
  error: 'The ballot could not be read.',
  crash: 'Reading the ballot stopped unexpectedly.',
  closed: 'The ballot reader is shutting down.',
};

const refusalOf = (error: unknown): unknown => {
  if (!(error instanceof JobFailed)) return error;
  const { reason, cause = reason } = error;
  return reason === 'queue full' ? new ReaderBusy() : new ReaderFailed(SENTENCES[reason], { cause });
};

/**
 * A reader of inspected photos on worker threads of its own, each of which starts with the first photo that needs it. `read` throws
 * `UnreadableImage` (a sentence for the person), `ReaderBusy` if `maxWaiting` photos wait already, or `ReaderFailed` if a
 * thread ended or took more than `maxSeconds`.
 */
export function openRecognizer(settings: PoolSettings = {}): BallotReader {
  const { workers = 1, maxWaiting = 8, maxSeconds = 60, program = new URL('./worker.ts', import.meta.url) } = settings;
  const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };
  const pool = openWorkerPool<Photo, Reading>({ program, maxThreads: workers, maxWaiting, maxSeconds, resourceLimits });
  return {
    prepare: () => void pool.open(),
    read: async (bytes, sheets) => {
      const reading = await pool.run({ bytes, sheets }).catch((error: unknown) => {
        throw refusalOf(error);
      });
      if ('refusal' in reading) throw new UnreadableImage(reading.refusal);
      return reading.read;
    },
    close: () => pool.close(),
  };
}
