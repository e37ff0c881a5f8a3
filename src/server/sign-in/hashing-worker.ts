// The program of the threads that hash passwords.
import { argon2Sync } from 'node:crypto';
import bcrypt from 'bcryptjs';
import { serveJobs } from '#workers/serve-jobs.ts';
import type { HashingJob, HashingResult } from './passwords.ts';

/** Reads come first even on one core, yet people can still sign in on a busy machine. */
const NICENESS = 10;

serveJobs(NICENESS, (job: HashingJob): HashingResult =>
  'bcrypt' in job ? bcrypt.compareSync(job.bcrypt.password, job.bcrypt.hash) : argon2Sync('argon2id', job.argon2id),
);
