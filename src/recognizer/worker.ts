// The thread in which photos are read, so that the server's own thread stays free.
import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import { readBallot, UnreadableImage } from './read-ballot.ts';
import { loadScoreReader } from './read-scores.ts';
import { loadTextReader } from './read-texts.ts';
import type { ReadBallot } from './result.ts';

export type WorkerQuestion = { bytes: Uint8Array; fileName: string | undefined };
/** `refused` is a sentence for the person who uploaded; `failed` is a defect. */
export type WorkerAnswer = { read: ReadBallot } | { refused: string } | { failed: string };

// Whoever asks for a page comes first. On Linux this is the priority of this thread alone, elsewhere the whole process's.
const LESS_URGENT = 5;
try {
  if (process.platform === 'linux') os.setPriority(0, LESS_URGENT);
} catch {
  // Where that is not allowed, reading competes with the rest.
}

async function answer({ bytes, fileName }: WorkerQuestion): Promise<WorkerAnswer> {
  try {
    return { read: await readBallot(bytes, fileName) };
  } catch (error) {
    if (error instanceof UnreadableImage) return { refused: error.message };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (question: WorkerQuestion) => {
  void answer(question).then((reply) => parentPort?.postMessage(reply));
});
// The first photo need not wait for the networks to load; if one cannot be loaded the first question says why.
Promise.all([loadScoreReader(), loadTextReader()]).catch(() => undefined);
