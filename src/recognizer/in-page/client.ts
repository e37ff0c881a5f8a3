// The page's side of its worker. The photo goes from the page to the worker and nowhere else.
import type { Sheet } from '#ballot/sheet/sheet.ts';
import type { ReadBallot } from '#recognizer/ballot-reader.ts';
// oxlint-disable-next-line import/default -- The query makes Vite answer with the address of the built worker.
import address from './worker.ts?worker&url';
import type { Answer, Job } from './worker.ts';

/** Ten times what a slow phone takes. */
const MAX_SECONDS = 60;

/** The content security policy lets pages start this one worker and nothing else. */
const POLICY = 'photo-reader';
type Policies = { createPolicy(name: string, rules: { createScriptURL(text: string): string }): Policy };
type Policy = { createScriptURL(text: string): object };
const { trustedTypes } = globalThis as { trustedTypes?: Policies };
const policy = trustedTypes?.createPolicy(POLICY, { createScriptURL: () => address });

let worker: Worker | undefined;

type Read = ReadBallot | { refusal: string };
type Converted = { jpeg: Blob } | { refusal: string };

/** Ends a worker that failed, with everything that waits for it. */
function discard(failed: Worker): void {
  if (worker !== failed) return;
  worker = undefined;
  failed.terminate();
  failed.dispatchEvent(new Event('error'));
}

function openWorker(): Worker {
  // A browser that knows trusted types takes such an address, which the types of TypeScript don't know yet.
  const opened = new Worker((policy?.createScriptURL(address) ?? address) as string, { type: 'module' });
  opened.addEventListener('error', () => discard(opened));
  return opened;
}

/** Preloads the reader for the first photo. If that fails, the first photo reports it. */
export function prepareReader(): void {
  worker ??= openWorker();
}

type Wanted = { wanted: 'scores'; sheets: readonly Sheet[] } | { wanted: 'jpeg' };

function ask(file: Blob, wanted: Wanted): Promise<Answer> {
  const asked = (worker ??= openWorker());
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    const end = (): void => {
      clearTimeout(limit);
      port1.close();
      asked.removeEventListener('error', fail);
    };
    const fail = (cause: unknown): void => {
      end();
      reject(new Error('The photo reader stopped.', { cause }));
      discard(asked);
    };
    const limit = setTimeout(fail, MAX_SECONDS * 1000, 'timeout');
    asked.addEventListener('error', fail);
    port1.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if ('failure' in data) return fail(data.failure);
      end();
      return resolve(data);
    });
    port1.start();
    const job: Job = { file, answer: port2, ...wanted };
    asked.postMessage(job, [port2]);
  });
}

/** Reads the scores of a photo in this browser, or says why the photo can't be read. */
export const readPhoto = (file: Blob, sheets: readonly Sheet[]): Promise<Read> =>
  ask(file, { wanted: 'scores', sheets }) as Promise<Read>;

/** Turns a HEIC photo into a JPEG, or says why it can't be opened. */
export const jpegOf = (file: Blob): Promise<Converted> => ask(file, { wanted: 'jpeg' }) as Promise<Converted>;
