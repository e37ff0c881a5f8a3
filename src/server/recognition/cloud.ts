// Reads ballots through the cloud service Document Intelligence (API 2023-07-31) with its official client: starts an
// analysis, then polls it until it succeeds or fails. Between two polls, and before the first, it waits as long as the service
// says (retry-after) or else 5 seconds. Failures that may pass are retried with an exponential backoff.
import {
  type AnalyzeDocumentOptions,
  type AnalyzeResult,
  AzureKeyCredential,
  DocumentAnalysisClient,
} from '@azure/ai-form-recognizer';
import { ReaderBusy, ReaderFailed, type BallotReader } from '#recognizer/ballot-reader.ts';
import { refusalOf } from './cloud-errors.ts';
import { boundedWaits, firstPollAfter, onlyTo, pause } from './cloud-policies.ts';
import { readBallotFrom } from './cloud-result.ts';

export type CloudSettings = {
  endpoint: string;
  model: string;
  key?: string;
  token?: string;
  /** Time limit from the upload to the answer, including retries. */
  seconds?: number;
  /** Analyses at the same time. One more is refused, because people give up on a longer wait. */
  atOnce?: number;
};

/** From the upload to the answer, including retries. */
export const MAX_READING_SECONDS = 180;
const POLL_MS = 5000;
const MIN_RETRY_MS = 1000;
const MAX_RETRY_MS = 64_000;
const MAX_RETRIES = 3;
/** No request is repeated sooner, whatever the service says. */
const MIN_WAIT_MS = 1000;
/** The client asks when a token expires. One from the settings is used until the operator replaces it. */
const A_DAY_MS = 86_400_000;

export function openCloud(settings: CloudSettings): BallotReader {
  const { endpoint, model, key, token = '', seconds = MAX_READING_SECONDS, atOnce = 8 } = settings;
  const credential =
    key === undefined
      ? { getToken: () => Promise.resolve({ token, expiresOnTimestamp: Date.now() + A_DAY_MS }) }
      : new AzureKeyCredential(key);
  const client = new DocumentAnalysisClient(endpoint, credential, {
    retryOptions: {
      maxRetries: MAX_RETRIES,
      // The client waits between half and all of its delay, so that clients don't return all at once.
      retryDelayInMs: 2 * MIN_RETRY_MS,
      maxRetryDelayInMs: MAX_RETRY_MS,
    },
    redirectOptions: { maxRetries: 0 },
    allowInsecureConnection: new URL(endpoint).protocol === 'http:',
    additionalPolicies: [
      { policy: onlyTo(endpoint), position: 'perCall' },
      { policy: firstPollAfter(POLL_MS), position: 'perCall' },
      { policy: boundedWaits(MIN_WAIT_MS, seconds * 1000), position: 'perRetry' },
    ],
  });
  const closing = new AbortController();
  let running = 0;

  async function analyze(bytes: Uint8Array, abortSignal: AbortSignal): Promise<AnalyzeResult> {
    let wait = POLL_MS;
    const onResponse: NonNullable<AnalyzeDocumentOptions['onResponse']> = ({ headers }) => {
      const retryAfter = headers.get('retry-after');
      wait = retryAfter === undefined ? POLL_MS : Number(retryAfter) * 1000;
    };
    const poller = await client.beginAnalyzeDocument(model, bytes, { abortSignal, onResponse });
    for (;;) {
      const state = poller.getOperationState();
      if (state.status === 'succeeded' && state.result) return state.result;
      if (state.error) throw state.error;
      // Some failures come without a reason; the library's own loop would poll them forever.
      if (state.status === 'failed' || state.status === 'succeeded') throw new Error('The analysis failed.');
      await pause(wait, abortSignal);
      await poller.poll({ abortSignal });
    }
  }

  return {
    read: async (bytes) => {
      if (running >= atOnce) throw new ReaderBusy();
      running += 1;
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(seconds * 1000)]);
      try {
        return readBallotFrom(await analyze(bytes, signal));
      } catch (error) {
        if (signal.aborted) throw new ReaderFailed('Reading the ballot took too long.', { cause: error });
        throw refusalOf(error);
      } finally {
        running -= 1;
      }
    },
    close: async () => closing.abort(),
  };
}
