// The program of the page's worker: reads the photos that the page hands it, or turns them into JPEGs, one after the other.
import type { Sheet } from '#ballot/sheet/sheet.ts';
import { type ReadBallot, UnreadableImage } from '#recognizer/ballot-reader.ts';

export type Job = { file: Blob; answer: MessagePort } & (
  | { wanted: 'scores'; sheets: readonly Sheet[] }
  | { wanted: 'jpeg' }
);
/** `refusal` is the message of an `UnreadableImage`; `failure` tells what stopped the worker. */
export type Answer = ReadBallot | { jpeg: Blob } | { refusal: string } | { failure: string };

// Imported dynamically: a message that arrives while a worker's own file still waits for its imports would be lost.
const loading = import('./read-in-page.ts');
loading.then((loaded) => loaded.loadScoreReader()).catch(() => undefined);

async function answerTo({ file, ...job }: Job): Promise<Answer> {
  try {
    if (job.wanted === 'jpeg') return { jpeg: await (await import('./heic.ts')).jpegOf(file) };
    return await (await loading).readInPage(file, job.sheets);
  } catch (error) {
    return error instanceof UnreadableImage ? { refusal: error.message } : { failure: String(error) };
  }
}

let before: Promise<unknown> = Promise.resolve();
addEventListener('message', ({ data }: MessageEvent<Job>) => {
  before = before.then(async () => data.answer.postMessage(await answerTo(data)));
});
