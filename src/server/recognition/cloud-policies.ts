// Policies that the cloud client applies to every request, beside the library's own.
import type { DocumentAnalysisClientOptions } from '@azure/ai-form-recognizer';

type Policy = NonNullable<DocumentAnalysisClientOptions['additionalPolicies']>[number]['policy'];

/**
 * Refuses requests to any origin but the endpoint's. The service gives the address of the result in a header; a forged
 * header could otherwise send the key elsewhere.
 */
export function onlyTo(endpoint: string): Policy {
  const { origin } = new URL(endpoint);
  return {
    name: 'onlyToTheEndpoint',
    sendRequest: async (request, next) => {
      if (!URL.canParse(request.url) || new URL(request.url).origin !== origin) {
        throw new Error('The recognition service answered with an address at another origin.');
      }
      return next(request);
    },
  };
}

/**
 * Waits after an analysis has started, for as long as the response says or else for `usual` milliseconds. Without this, the
 * client would ask for the result at once.
 */
export function firstPollAfter(usual: number): Policy {
  return {
    name: 'firstPollAfter',
    sendRequest: async (request, next) => {
      const response = await next(request);
      const { abortSignal } = request;
      if (response.status === 202) await pause(waitOf(response.headers.get('retry-after')) ?? usual, abortSignal);
      return response;
    },
  };
}

/**
 * Limits the wait that a response asks for, in milliseconds. Without the minimum, 0 or a past date would mean hundreds of
 * requests per second; without the maximum, so would more than 25 days, which overflows a timer.
 */
export function boundedWaits(shortest: number, longest: number): Policy {
  return {
    name: 'boundedWaits',
    sendRequest: async (request, next) => {
      const response = await next(request);
      const wait = waitOf(response.headers.get('retry-after'));
      if (wait === undefined) response.headers.delete('retry-after');
      else response.headers.set('retry-after', String(Math.min(Math.max(shortest, wait), longest) / 1000));
      return response;
    },
  };
}

/** @throws {Error} as soon as `signal` aborts */
export const pause = (
  ms: number,
  signal?: Pick<AbortSignal, 'aborted' | 'addEventListener' | 'removeEventListener'>,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new Error('The wait was aborted.'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop);
  });

/** In milliseconds; undefined if the header is neither a number of seconds nor a date. */
function waitOf(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined;
  const seconds = Number(retryAfter);
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? undefined : ms;
}
