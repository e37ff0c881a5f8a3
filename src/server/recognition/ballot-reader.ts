// Who reads the photos: this machine, or the cloud service when the settings name one. Both are asked and refuse alike.
import { inspectImage } from '#recognizer/inspect.ts';
import { openRecognizer, RecognizerFailed, type RecognizerPool } from '#recognizer/pool.ts';
import { UnreadableImage } from '#recognizer/unreadable-image.ts';
import type { Settings } from '../settings.ts';

/** How the last reading ended: with an answer or a refusal of the photo, or with a failure of the reader itself. */
type ReaderState = 'works' | 'failed last';

/** Refuses with `UnreadableImage`, `RecognizerBusy` or `RecognizerFailed`; their messages are sentences to show. */
export type BallotReader = RecognizerPool & { state(): ReaderState };

/** Remembers how the last reading ended, for whoever watches over the server. */
export function watched(reader: RecognizerPool): BallotReader {
  let state: ReaderState = 'works';
  return {
    ...reader,
    state: () => state,
    read: async (bytes, fileName) => {
      try {
        const read = await reader.read(bytes, fileName);
        state = 'works';
        return read;
      } catch (error) {
        if (error instanceof RecognizerFailed) state = 'failed last';
        else if (error instanceof UnreadableImage) state = 'works';
        throw error;
      }
    },
  };
}

/** The reader that the settings name. What is no photo is refused before it waits for one, or costs a cloud's charge. */
export function openBallotReader(settings: Settings): RecognizerPool {
  const reader = openReader(settings);
  return {
    ...reader,
    read: async (bytes, fileName) => {
      inspectImage(bytes, fileName);
      return reader.read(bytes, fileName);
    },
  };
}

function openReader(settings: Settings): RecognizerPool {
  const { RECOGNIZER_ENDPOINT: endpoint, RECOGNIZER_MODEL: model } = settings;
  const { RECOGNIZER_KEY: key, RECOGNIZER_TOKEN: token } = settings;
  if (endpoint === undefined || model === undefined) {
    return openRecognizer({ workers: settings.RECOGNIZER_WORKERS });
  }
  // Loaded only here: whoever reads at home need not wait for the service's client at every start.
  const cloud = import('./cloud.ts').then(({ openCloud }) =>
    openCloud({ endpoint, model, ...(key === undefined ? { token: token ?? '' } : { key }) }),
  );
  return {
    read: async (bytes, fileName) => (await cloud).read(bytes, fileName),
    close: async () => (await cloud).close(),
  };
}
