// Who reads the photos: this machine, or the cloud service when the settings name one. Both are asked and refuse alike.
import { inspectImage } from '#recognizer/inspect.ts';
import { openRecognizer, type RecognizerPool } from '#recognizer/pool.ts';
import type { Settings } from '../settings.ts';

/** Refuses with `UnreadableImage`, `RecognizerBusy` or `RecognizerFailed`; their messages are sentences to show. */
export type BallotReader = RecognizerPool;

export function openBallotReader(settings: Settings): BallotReader {
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
    read: async (bytes, fileName) => {
      // What the cloud would refuse after a minute and a charge is refused here at once.
      inspectImage(bytes, fileName);
      return (await cloud).read(bytes, fileName);
    },
    close: async () => (await cloud).close(),
  };
}
