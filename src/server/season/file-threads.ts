// The threads that read and write files, with a time limit, so that a hostile file costs nobody else anything. Each person has one
// file in work at a time; the person's other files wait for it.
import type { Sheet } from '#ballot/sheet/sheet.ts';
import type { Mapping } from '#season-files/columns.ts';
import { UnreadableFile } from '#season-files/file-ballot.ts';
import type { WrittenFormat } from '#season-files/season-file.ts';
import type { Table } from '#season-files/text.ts';
import { openTurns } from '#workers/in-turn.ts';
import { JobFailed, openWorkerPool } from '#workers/worker-pool.ts';
import type { FileFacts, FileToImport } from './import-names.ts';

type Upload = { name: string; bytes: Uint8Array };
/** `sheets`: those that ballots may be on, first the one of ballots that name none. */
type Ballots = Upload & { mapping?: Mapping | undefined; facts: FileFacts; sheets?: readonly Sheet[] };
/** `stored`: ballots as `file-ballots.ts` reads them from the database. */
export type FileJob =
  | Ballots
  | (Upload & { maxRows: number })
  | { write: WrittenFormat; stored: string; sheets?: readonly Sheet[] | undefined };
/** `refusal` is the message of an `UnreadableFile`, whose class would not survive the way between threads. */
export type FileAnswer = FileToImport | Table | Uint8Array | { refusal: string };

export function openFileThreads({ maxSeconds = 20, maxWaiting = 8 } = {}) {
  const pool = openWorkerPool<FileJob, FileAnswer>({
    program: new URL('./file-worker.ts', import.meta.url),
    maxThreads: 2,
    maxWaiting,
    maxSeconds,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  const inTurn = openTurns();
  const ask = <Answer extends FileAnswer>(person: string, job: FileJob): Promise<Answer> =>
    inTurn(person, async () => {
      const answer = await pool.run(job).catch((error: unknown) => {
        // The file used up its time or memory; too many files at once is the caller's to say.
        if ('name' in job && error instanceof JobFailed && (error.reason === 'timeout' || error.reason === 'crash'))
          throw new UnreadableFile(`${job.name} is too large to read. Split it up and import the parts.`, {
            cause: error,
          });
        throw error;
      });
      if ('refusal' in answer) throw new UnreadableFile(answer.refusal);
      return answer as Answer;
    });
  return {
    /** The ballots of a file. @throws {UnreadableFile} */
    read: (person: string, file: Ballots) => ask<FileToImport>(person, file),
    /** Any table. @throws {UnreadableFile} */
    table: (person: string, file: Upload, maxRows: number) => ask<Table>(person, { ...file, maxRows }),
    write: (person: string, write: WrittenFormat, stored: string, sheets?: readonly Sheet[]) =>
      ask<Uint8Array>(person, { write, stored, sheets }),
    close: () => pool.close(),
  };
}

export const fileThreads = openFileThreads();
