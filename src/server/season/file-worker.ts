// The program of the threads that read and write files of ballots and lists.
import { UnreadableFile } from '#season-files/file-ballot.ts';
import { readAnyTable, readSeasonFile, WRITERS } from '#season-files/season-file.ts';
import { serveJobs } from '#workers/serve-jobs.ts';
import { fileBallotsIn } from './file-ballots.ts';
import type { FileAnswer, FileJob } from './file-threads.ts';
import { ballotsToImport } from './import-names.ts';

/** Requests for pages come first. */
const NICENESS = 5;

serveJobs(NICENESS, (job: FileJob): FileAnswer => {
  if ('write' in job) return WRITERS[job.write](fileBallotsIn(job.stored), job.sheets);
  try {
    if ('maxRows' in job) return readAnyTable(job.name, job.bytes, job.maxRows);
    return ballotsToImport(readSeasonFile(job.name, job.bytes, job.mapping, job.sheets), job.facts);
  } catch (error) {
    if (error instanceof UnreadableFile) return { refusal: error.message };
    throw error;
  }
});
