// The typed client of the contract: the one way from the browser to the server.
import { createORPCClient, ORPCError } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { Calls } from '#contract/index.ts';

type Listener = () => void;
let whenSignedOutElsewhere: Listener = () => {};
/** Tells whoever keeps the session that the server no longer knows it. */
export const onSignedOutElsewhere = (listener: Listener): void => {
  whenSignedOutElsewhere = listener;
};

/** The server gives up on a ballot after 180 seconds, and still says so. */
const LONGEST_CALL_MS = 200_000;

const link = new RPCLink({
  url: () => new URL('/api/rpc', location.href),
  // Looked up at each call: the link would otherwise keep the one that was there when this page loaded.
  fetch: (request, init) => {
    // A browser of 2023 cannot combine two signals: there a call has no limit, as before.
    const signal =
      'any' in AbortSignal ? AbortSignal.any([request.signal, AbortSignal.timeout(LONGEST_CALL_MS)]) : request.signal;
    return globalThis.fetch(request, { ...init, signal });
  },
  interceptors: [
    async ({ next, path }) => {
      try {
        return await next();
      } catch (error) {
        const isSignIn = path.join('.') === 'session.signIn';
        if (!isSignIn && error instanceof ORPCError && error.code === 'UNAUTHORIZED') whenSignedOutElsewhere();
        throw error;
      }
    },
  ],
});

export const calls: Calls = createORPCClient(link);

/** A call that was never answered. */
export const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';

/** What a person is told about a failure: the server's own sentence, or that the network is not there. */
export function messageOf(error: unknown): string {
  if (error instanceof ORPCError) return error.message;
  if (error instanceof TypeError || isTimeout(error))
    return 'The server cannot be reached. Please check your connection.';
  return 'Something unexpected happened in this page. Please reload it.';
}
