// What is done to every request of the cloud client beside what the library does itself.
import type { DocumentAnalysisClientOptions } from '@azure/ai-form-recognizer';

type Policy = NonNullable<DocumentAnalysisClientOptions['additionalPolicies']>[number]['policy'];

/**
 * Refuses any request that would leave the configured endpoint. The service says in a header where to ask for the result;
 * whoever could forge that header would otherwise be sent the key.
 */
export function onlyTo(endpoint: string): Policy {
  const { origin } = new URL(endpoint);
  return {
    name: 'onlyToTheEndpoint',
    sendRequest: async (request, next) => {
      if (!URL.canParse(request.url) || new URL(request.url).origin !== origin) {
        throw new Error('The recognition service answered with an address of somebody else.');
      }
      return next(request);
    },
  };
}

/**
 * Keeps the wait that an answer asks for between these two, in milliseconds. Without the lower one, 0 or a date that has
 * passed means hundreds of questions a second; and so does more than a timer can count, 25 days, without the upper one.
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

/** In milliseconds; undefined when the header is neither a number of seconds nor a date. */
function waitOf(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined;
  const seconds = Number(retryAfter);
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? undefined : ms;
}
