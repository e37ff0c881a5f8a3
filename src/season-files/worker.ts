// The program of the threads that read and write files.
import { serveJobs } from '#workers/serve-jobs.ts';
import { UnreadableFile } from './file-ballot.ts';
import type { Answer, Job } from './file-threads.ts';
import { readAnyTable, readSeasonFile, WRITERS } from './season-file.ts';

/** Requests for pages come first. */
const NICENESS = 5;

serveJobs(NICENESS, (job: Job): Answer => {
  if ('write' in job) return { bytes: WRITERS[job.write](job.ballots) };
  try {
    if ('isTable' in job) return { table: readAnyTable(job.name, job.bytes) };
    return { file: readSeasonFile(job.name, job.bytes, job.mapping) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { refusal: error.message };
    throw error;
  }
});
