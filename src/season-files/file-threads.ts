// Reads and writes files on a worker thread, with a time limit: a hostile file costs nobody else anything.
import { JobFailed, openWorkerPool } from '#workers/worker-pool.ts';
import type { Mapping } from './columns.ts';
import { UnreadableFile, type FileBallot } from './file-ballot.ts';
import type { SeasonFile, WrittenFormat } from './season-file.ts';
import type { Table } from './text.ts';

export type Job =
  | { name: string; bytes: Uint8Array; mapping: Mapping | undefined }
  | { name: string; bytes: Uint8Array; isTable: true }
  | { write: WrittenFormat; ballots: readonly FileBallot[] };
/** `refusal` is the message of an `UnreadableFile`, whose class would not survive the way between threads. */
export type Answer = { file: SeasonFile } | { table: Table } | { bytes: Uint8Array } | { refusal: string };

export type FileThreads = {
  /** @throws {UnreadableFile} */
  read: (name: string, bytes: Uint8Array, mapping?: Mapping) => Promise<SeasonFile>;
  /** @throws {UnreadableFile} */
  table: (name: string, bytes: Uint8Array) => Promise<Table>;
  write: (format: WrittenFormat, ballots: readonly FileBallot[]) => Promise<Uint8Array>;
  close: () => Promise<void>;
};

export function openFileThreads({ maxSeconds = 20, maxWaiting = 8 } = {}): FileThreads {
  const pool = openWorkerPool<Job, Answer>({
    program: new URL('./worker.ts', import.meta.url),
    maxThreads: 1,
    maxWaiting,
    maxSeconds,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  const read = async (job: Exclude<Job, { write: unknown }>): Promise<Answer> => {
    const answer = await pool.run(job).catch((error: unknown) => {
      // The file used up its time or memory; too many files at once is the caller's to say.
      if (error instanceof JobFailed && (error.reason === 'timeout' || error.reason === 'crash'))
        throw new UnreadableFile(`${job.name} is too large to read. Split it up and import the parts.`, {
          cause: error,
        });
      throw error;
    });
    if ('refusal' in answer) throw new UnreadableFile(answer.refusal);
    return answer;
  };
  return {
    read: async (name, bytes, mapping) => {
      const answer = await read({ name, bytes, mapping });
      if (!('file' in answer)) throw new Error('The thread answered another job.');
      return answer.file;
    },
    table: async (name, bytes) => {
      const answer = await read({ name, bytes, isTable: true });
      if (!('table' in answer)) throw new Error('The thread answered another job.');
      return answer.table;
    },
    write: async (format, ballots) => {
      const answer = await pool.run({ write: format, ballots });
      if (!('bytes' in answer)) throw new Error('The thread answered another job.');
      return answer.bytes;
    },
    close: () => pool.close(),
  };
}
