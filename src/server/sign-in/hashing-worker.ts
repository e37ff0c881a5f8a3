// Hashes passwords on a thread of low priority: hashing is slow on purpose, and reads must not wait for sign-ins, not even on
// a machine with one core.
import { argon2Sync, type Argon2Parameters } from 'node:crypto';
import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import bcrypt from 'bcryptjs';

export type Work = {
  id: number;
  what: { argon2id: Argon2Parameters } | { bcrypt: { password: string; hash: string } };
};
export type Done = { id: number; result: Uint8Array | boolean } | { id: number; error: Error };

// Low enough for reads to go first, high enough for people to sign in on a busy machine.
const LOW_PRIORITY = 4;
try {
  // On Linux this sets the priority of the calling thread; elsewhere it would be that of the whole process.
  if (process.platform === 'linux') os.setPriority(0, LOW_PRIORITY);
} catch {
  // Not allowed here: hashing then competes with everything else.
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
