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

/** Remembers, per address that is asked again and again, how long its last answer said to wait. */
export function answerTimes() {
  const waits = new Map<string, number>();
  const policy: Policy = {
    name: 'answerTimes',
    sendRequest: async (request, next) => {
      const response = await next(request);
      if (request.method === 'GET') {
        const wait = waitOf(response.headers.get('retry-after'));
        if (wait !== undefined) waits.set(request.url, wait);
      }
      return response;
    },
  };
  return {
    policy,
    /** In milliseconds, once; undefined when the answer did not say. */
    retryAfter: (address: string): number | undefined => {
      const wait = waits.get(address);
      waits.delete(address);
      return wait;
    },
  };
}

/** The header is a number of seconds or a date. */
function waitOf(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined;
  const seconds = Number(retryAfter);
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
