// Hashes passwords on worker threads, so that the server's own thread stays responsive.
import type { Argon2Parameters } from 'node:crypto';
import os from 'node:os';
import { join } from 'node:path';
import { openWorkerPool } from '#workers/worker-pool.ts';

export type HashingJob = { argon2id: Argon2Parameters } | { bcrypt: { password: string; hash: string } };
/** The argon2id hash, or whether the bcrypt hash matches. */
export type HashingResult = Uint8Array | boolean;

const pool = openWorkerPool<HashingJob, HashingResult>({
  // A path, because page tests run the server where `URL` is the browser's.
  program: join(import.meta.dirname, 'hashing-worker.ts'),
  // Each thread needs 19 MB while it hashes, and a core.
  maxThreads: Math.min(2, os.availableParallelism()),
  // The memory that argon2id fills doesn't count toward these limits.
  resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 },
});

export const hashing = (job: HashingJob): Promise<HashingResult> => pool.run(job);
