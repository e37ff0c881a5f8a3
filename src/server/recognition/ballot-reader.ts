// Opens the ballot reader that the settings name: worker threads of this process, or a cloud service.
import { type BallotReader, ReaderFailed, UnreadableImage } from '#recognizer/ballot-reader.ts';
import { inspecting } from '#recognizer/open/inspect.ts';
import { openRecognizer } from '#recognizer/serve/pool.ts';
import type { Settings } from '../settings.ts';

/** `failed last`: the reader itself failed, not the photo. */
type ReaderState = 'works' | 'failed last';

export type MonitoredReader = BallotReader & {
  /** How the last reading ended, for the readiness check. */
  state(): ReaderState;
};

export const openBallotReader = (settings: Settings): MonitoredReader => inspecting(monitored(openReader(settings)));

/** Remembers how readings end. */
export function monitored(reader: BallotReader): MonitoredReader {
  let state: ReaderState = 'works';
  return {
    ...reader,
    state: () => state,
    read: async (bytes, sheets) => {
      try {
        const read = await reader.read(bytes, sheets);
        state = 'works';
        return read;
      } catch (error) {
        if (error instanceof ReaderFailed) state = 'failed last';
        else if (error instanceof UnreadableImage) state = 'works';
        throw error;
      }
    },
  };
}

function openReader(settings: Settings): BallotReader {
  const { RECOGNIZER_ENDPOINT: endpoint, RECOGNIZER_MODEL: model } = settings;
  const { RECOGNIZER_KEY: key, RECOGNIZER_TOKEN: token } = settings;
  // Its threads start with the first photo.
  const here = openRecognizer({ workers: settings.RECOGNIZER_WORKERS });
  if (endpoint === undefined || model === undefined) return here;
  // Loaded only here, so that a server that reads its own ballots starts faster.
  const cloud = import('./cloud.ts').then(({ openCloud }) =>
    openCloud({ endpoint, model, ...(key === undefined ? { token: token ?? '' } : { key }) }),
  );
  return {
    // Another machine knows the built-in sheets only. A photo that it has refused as a school's own sheet is read here with that sheet.
    read: async (bytes, sheets = []) => (sheets.length > 0 ? here.read(bytes, sheets) : (await cloud).read(bytes)),
    close: async () => {
      await Promise.all([here.close(), cloud.then((service) => service.close())]);
    },
  };
}
