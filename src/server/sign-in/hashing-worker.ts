// Hashes passwords on a thread of its own that steps back behind everything else: hashing is slow on purpose, and reads must
// not wait for sign-ins, on a machine of one core neither.
import { argon2Sync, type Argon2Parameters } from 'node:crypto';
import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import bcrypt from 'bcryptjs';

export type Work = {
  id: number;
  what: { argon2id: Argon2Parameters } | { bcrypt: { password: string; hash: string } };
};
export type Done = { id: number; result: Uint8Array | boolean } | { id: number; error: Error };

// Enough to let reads pass, little enough that on a machine that is busy with other things people still get in.
const LESS_URGENT = 4;
try {
  // On Linux this is the priority of the calling thread alone; elsewhere it would be that of the whole process.
  if (process.platform === 'linux') os.setPriority(0, LESS_URGENT);
} catch {
  // Where that is not allowed, hashing competes with the rest.
}

parentPort?.on('message', ({ id, what }: Work) => {
  const done = (outcome: Done): void => parentPort?.postMessage(outcome);
  try {
    const result =
      'bcrypt' in what
        ? bcrypt.compareSync(what.bcrypt.password, what.bcrypt.hash)
        : argon2Sync('argon2id', what.argon2id);
    done({ id, result });
  } catch (error) {
    done({ id, error: error as Error });
  }
});
