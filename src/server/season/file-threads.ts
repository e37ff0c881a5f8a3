// The threads that read and write files, with a time limit, so that a hostile file costs nobody else anything. Each person has one
// file in work at a time; the person's other files wait for it.
import type { Mapping } from '#season-files/columns.ts';
import { UnreadableFile } from '#season-files/file-ballot.ts';
import type { WrittenFormat } from '#season-files/season-file.ts';
import type { Table } from '#season-files/text.ts';
import { JobFailed, openWorkerPool } from '#workers/worker-pool.ts';
import type { FileFacts, FileToImport } from './import-names.ts';

type ReadJob =
  | { name: string; bytes: Uint8Array; mapping: Mapping | undefined; facts: FileFacts }
  | { name: string; bytes: Uint8Array; maxRows: number };
/** `stored`: ballots as `file-ballots.ts` reads them from the database. */
export type FileJob = ReadJob | { write: WrittenFormat; stored: string };
/** `refusal` is the message of an `UnreadableFile`, whose class would not survive the way between threads. */
export type FileAnswer = { file: FileToImport } | { table: Table } | { bytes: Uint8Array } | { refusal: string };

type Upload = { name: string; bytes: Uint8Array };
export type FileThreads = {
  /** The ballots of a file. @throws {UnreadableFile} */
  read: (person: string, file: Upload & { mapping?: Mapping | undefined; facts: FileFacts }) => Promise<FileToImport>;
  /** Any table. @throws {UnreadableFile} */
  table: (person: string, file: Upload, maxRows: number) => Promise<Table>;
  write: (person: string, format: WrittenFormat, stored: string) => Promise<Uint8Array>;
  close: () => Promise<void>;
};

/** Runs each person's work one after the other. */
function oneAtATime() {
  const last = new Map<string, Promise<unknown>>();
  return <Result>(person: string, work: () => Promise<Result>): Promise<Result> => {
    const turn = (last.get(person) ?? Promise.resolve()).then(work);
    const done = turn.then(
      () => {},
      () => {},
    );
    last.set(person, done);
    void done.then(() => last.get(person) === done && last.delete(person));
    return turn;
  };
}

export function openFileThreads({ maxSeconds = 20, maxWaiting = 8 } = {}): FileThreads {
  const pool = openWorkerPool<FileJob, FileAnswer>({
    program: new URL('./file-worker.ts', import.meta.url),
    maxThreads: 2,
    maxWaiting,
    maxSeconds,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  const inTurn = oneAtATime();
  const read = async (job: ReadJob): Promise<FileAnswer> => {
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
  const wrongAnswer = (): Error => new Error('The thread answered another job.');
  return {
    read: (person, { name, bytes, mapping, facts }) =>
      inTurn(person, async () => {
        const answer = await read({ name, bytes, mapping, facts });
        if (!('file' in answer)) throw wrongAnswer();
        return answer.file;
      }),
    table: (person, { name, bytes }, maxRows) =>
      inTurn(person, async () => {
        const answer = await read({ name, bytes, maxRows });
        if (!('table' in answer)) throw wrongAnswer();
        return answer.table;
      }),
    write: (person, format, stored) =>
      inTurn(person, async () => {
        const answer = await pool.run({ write: format, stored });
        if (!('bytes' in answer)) throw wrongAnswer();
        return answer.bytes;
      }),
    close: () => pool.close(),
  };
}

export const fileThreads = openFileThreads();
