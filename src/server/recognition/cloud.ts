// Reads ballots through the cloud service Document Intelligence (API 2023-07-31): starts an analysis, then polls it until it succeeds or
// fails. Between two polls, and before the first, it waits as long as the service says (retry-after) or else 5 seconds. Failures that may
// pass are retried with an exponential backoff.
import { ReaderBusy, ReaderFailed, type BallotReader } from '#recognizer/ballot-reader.ts';
import { AnalysisFailed, refusalOf, RequestFailed, type Failure } from './cloud-errors.ts';
import { readBallotFrom, type AnalyzeResult } from './cloud-result.ts';

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

type Operation = { status?: string; analyzeResult?: AnalyzeResult; error?: Failure };

/** The wait that an answer asks for, in milliseconds; undefined if its header is neither a number of seconds nor a date. */
function waitOf(answer: Response | undefined): number | undefined {
  const retryAfter = answer?.headers.get('retry-after') ?? '';
  const seconds = Number(retryAfter);
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000;
  return retryAfter === '' || Number.isNaN(ms) ? undefined : Math.max(MIN_WAIT_MS, ms);
}

/** Whether the same request may succeed later. */
function mayPass(answer: Response, tries: number): boolean {
  const { status, headers } = answer;
  if (status === 429) return waitOf(answer) !== undefined;
  // The token lacks something that the service wants now. It has one more chance.
  if (status === 401) return tries === 0 && (headers.get('www-authenticate') ?? '').includes('insufficient_claims');
  return status === 408 || (status >= 500 && status !== 501 && status !== 505);
}

export function openCloud(settings: CloudSettings): BallotReader {
  const { endpoint, model, key, token = '', seconds = MAX_READING_SECONDS, atOnce = 8 } = settings;
  const { origin, protocol } = new URL(endpoint);
  const start = `${endpoint.replace(/\/$/, '')}/formrecognizer/documentModels/${model}:analyze?api-version=2023-07-31`;
  const headers = {
    'content-type': 'application/octet-stream',
    ...(key === undefined ? { authorization: `Bearer ${token}` } : { 'ocp-apim-subscription-key': key }),
  };
  const closing = new AbortController();
  let running = 0;

  /** @throws {Error} as soon as `signal` aborts */
  const pause = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      // A timer that is longer than the whole reading could overflow.
      const timer = setTimeout(resolve, Math.min(ms, seconds * 1000));
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', stop, { once: true });
    });

  /** Sends a request, and sends it again after a failure that may pass. */
  async function ask(method: 'GET' | 'POST', address: string, signal: AbortSignal, body?: Uint8Array<ArrayBuffer>) {
    // The service gives the address of the result in a header. A forged one could otherwise send the key elsewhere.
    if (!URL.canParse(address) || new URL(address).origin !== origin)
      throw new Error('The recognition service answered with an address at another origin.');
    if (key === undefined && protocol !== 'https:') throw new Error('Tokens are only sent over TLS.');
    for (let tries = 0; ; tries += 1) {
      const request = { method, headers, redirect: 'manual', signal, ...(body && { body }) } as const;
      const answer = await fetch(address, request).catch((error: unknown) => {
        if (signal.aborted || tries === MAX_RETRIES) throw error;
        return undefined;
      });
      if (answer?.ok) return answer;
      if (answer && (tries === MAX_RETRIES || !mayPass(answer, tries)))
        throw new RequestFailed(method, answer.status, await failureIn(answer));
      await answer?.body?.cancel();
      // Between once and twice the delay, so that clients don't return all at once.
      const backoff = Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** tries * (1 + Math.random()));
      await pause(waitOf(answer) ?? backoff, signal);
    }
  }

  async function analyze(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<AnalyzeResult> {
    let answer = await ask('POST', start, signal, bytes);
    const result = answer.headers.get('operation-location') ?? '';
    for (;;) {
      await pause(waitOf(answer) ?? POLL_MS, signal);
      answer = await ask('GET', result, signal);
      const { status, analyzeResult, error } = (await answer.json()) as Operation;
      if (status === 'succeeded' && analyzeResult) return analyzeResult;
      if (status === 'succeeded' || status === 'failed') throw new AnalysisFailed(error);
    }
  }

  return {
    read: async (bytes) => {
      if (running >= atOnce) throw new ReaderBusy();
      running += 1;
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(seconds * 1000)]);
      try {
        return readBallotFrom(await analyze(bytes as Uint8Array<ArrayBuffer>, signal));
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

/** What the service says about a refused request, if anything. */
const failureIn = (answer: Response): Promise<Failure | undefined> =>
  answer.json().then(
    (body) => (body as { error?: Failure }).error,
    () => undefined,
  );
