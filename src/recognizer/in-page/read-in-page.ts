import type { Sheet } from '#ballot/sheet/sheet.ts';
import type { ReadBallot } from '#recognizer/ballot-reader.ts';
import { readPhoto } from '#recognizer/read-photo.ts';
import { openPhoto } from './decode.ts';

export { loadScoreReader } from '#recognizer/read/read-scores.ts';

/** Reads a photo's scores; names need a network of 11 MB, which no page should load. */
export async function readInPage(file: Blob, sheets: readonly Sheet[]): Promise<ReadBallot> {
  const photo = await openPhoto(file);
  try {
    return await readPhoto(photo, null, sheets);
  } finally {
    photo.close();
  }
}
