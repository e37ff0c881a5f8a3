// The program of the threads that read photos.
import { UnreadableImage } from '#recognizer/ballot-reader.ts';
import { openPhoto } from '#recognizer/open/decode.ts';
import { readPhoto } from '#recognizer/read-photo.ts';
import { loadScoreReader } from '#recognizer/read/read-scores.ts';
import { loadTextReader, readText } from '#recognizer/read/read-texts.ts';
import { serveJobs } from '#workers/serve-jobs.ts';
import type { Photo, Reading } from './pool.ts';

/** Below the server's own thread, so that requests for pages come first. */
const NICENESS = 5;

serveJobs(NICENESS, async ({ bytes, sheets }: Photo): Promise<Reading> => {
  try {
    return { read: await readPhoto(await openPhoto(bytes), readText, sheets) };
  } catch (error) {
    if (error instanceof UnreadableImage) return { refusal: error.message };
    throw error;
  }
});

// The networks load while the first photo is being chosen or opened. If one can't be loaded, the first photo reports why.
Promise.all([loadScoreReader(), loadTextReader()]).catch(() => undefined);
