// The typed client of the contract: the only way from the browser to the server.
import { createORPCClient, ORPCError } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { Calls } from '#contract/index.ts';
import { NO_SUCH_CALL, OTHER_PERSON, SHOWN_TO, UNFIT } from '#contract/words.ts';

/** The session as the page shows it (state/session.ts). */
export const shownSession = {
  /** The id of the person. The server refuses what it would otherwise do for someone else. */
  userId: undefined as string | undefined,
  /** Nobody is signed in any more, says the answer to a call that was sent at this time (performance.now()). */
  onSignedOut: (_sentAt: number): void => {},
  /** Someone else has signed in in another tab. */
  onOtherPerson: (): void => {},
};

export const codeOf = (error: unknown): string | undefined => (error instanceof ORPCError ? error.code : undefined);
/** The sign-in screen or another person's page follows and says why. */
export const isOfNoSession = (error: unknown): boolean =>
  codeOf(error) === 'UNAUTHORIZED' || codeOf(error) === OTHER_PERSON;

/** The server gives up on a ballot after 180 seconds and still answers. */
const MAX_CALL_MS = 200_000;
/** A file has three minutes more to arrive. */
export const MAX_UPLOAD_CALL_MS = MAX_CALL_MS + 180_000;

const link = new RPCLink({
  url: `${globalThis.origin}/api/rpc`,
  // Looked up per call: otherwise the link would keep the `fetch` of the moment this module loaded.
  fetch: async (request, init) => {
    if (shownSession.userId !== undefined) request.headers.set(SHOWN_TO, shownSession.userId);
    const isUpload = request.headers.get('content-type')?.startsWith('multipart/');
    const limit = isUpload ? MAX_UPLOAD_CALL_MS : MAX_CALL_MS;
    // Browsers of 2023 cannot combine two signals. There, a call has no time limit.
    const signal =
      'any' in AbortSignal ? AbortSignal.any([request.signal, AbortSignal.timeout(limit)]) : request.signal;
    const response = await globalThis.fetch(request, { ...init, signal });
    const isOurs = response.headers.get('content-type')?.startsWith('application/json');
    // Like a lost network: a proxy has answered, because it can't reach the server or wants to know the person itself.
    const isOfProxy = !isOurs && (response.status >= 500 || response.status === 401);
    if (isOfProxy) throw new TypeError(`A proxy has answered with ${response.status}.`);
    return response;
  },
  interceptors: [
    async ({ next, path }) => {
      const sentAt = performance.now();
      try {
        return await next();
      } catch (error) {
        const isSignIn = path.join('.') === 'session.signIn';
        if (!isSignIn && codeOf(error) === 'UNAUTHORIZED') shownSession.onSignedOut(sentAt);
        if (codeOf(error) === OTHER_PERSON) shownSession.onOtherPerson();
        throw error;
      }
    },
  ],
});

export const calls: Calls = createORPCClient(link);

/** Somebody else's change, if a change was refused because they were faster. */
export const conflictOf = (error: unknown): { by: string | null; at: Date; current: unknown } | null =>
  error instanceof ORPCError && error.code === 'CHANGED_MEANWHILE' ? (error.data as never) : null;

/** Too much was asked, or a slow connection took too long to send it. */
const MAY_SUCCEED_LATER: readonly number[] = [408, 429];
/** The server has answered, and would answer the same again. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ORPCError && error.status < 500 && !MAY_SUCCEED_LATER.includes(error.status);

/** The call was never answered. */
export const isTimeout = (error: unknown): boolean => (error as Error | null)?.name === 'TimeoutError';

/** What to tell the person about a failure: the server's own sentence, or that the server can't be reached. */
export function messageOf(error: unknown): string {
  if (error instanceof ORPCError) {
    const isOfOtherVersion = error.message === NO_SUCH_CALL || error.message === UNFIT;
    return isOfOtherVersion ? `${error.message} If Courtside has just been updated, reload the page.` : error.message;
  }
  if (error instanceof TypeError || isTimeout(error)) return 'Can’t reach the server. Check your connection.';
  return 'Something unexpected happened on this page. Reload it and try again.';
}

/** Asks whether the server answers. @throws {Error} with the sentence for people, if it doesn't. */
export const reachServer = (): Promise<unknown> =>
  calls.session.me().catch((error: unknown) => {
    throw new Error(messageOf(error));
  });
