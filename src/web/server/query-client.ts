// The one place for caching, retries, toasts and refetching. A screen only names its loads and its changes
// (use-load.ts, use-change.ts).
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import {
  matchQuery,
  MutationCache,
  QueryCache,
  QueryClient,
  type Query,
  type QueryKey,
  type UseQueryResult,
} from '@tanstack/react-query';
import { createElement } from 'react';
import type { LoadFailure } from '#web/components/feedback/load-failed.tsx';
import { UndoMessage } from '#web/components/feedback/undo-message.tsx';
import { hideToast, holdToast, showToast } from '#web/state/toasts.ts';
import { calls, codeOf, isOfNoSession, isRefusal, isTimeout, messageOf, shownSession } from './calls.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { failed?: string };
    mutationMeta: {
      done?: string | ((data: never) => string | undefined) | undefined;
      failed?: string | undefined;
      /** Returns the function that undoes the change, or undefined if it can't be undone. */
      undo?: ((data: never, variables: never) => (() => void) | undefined) | undefined;
      /** True for a failure that the screen explains by itself, so no toast repeats it. */
      isShownInPlace?: (error: unknown, sent: never, variables: never) => boolean;
      /** The keys of the lists that show the change before the server has answered, or wait for the answer. */
      shownIn?: readonly QueryKey[];
    };
  }
}

export const api = createTanstackQueryUtils(calls);

const FIVE_MINUTES_MS = 300_000;
const MAX_RETRIES = 3;
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_DELAY_MS = 30_000;

/** Asking again would get the same answer. */
export const isFinal = (error: unknown): boolean => isTimeout(error) || isRefusal(error);

/** The season's figures are there at a later try, and the reason is shown until then. */
export const isComputing = (error: unknown): boolean => codeOf(error) === 'COMPUTING';

export const showError = (message: string): void => {
  // The message is the id: three lists that fail for the same reason show one toast.
  showToast({ id: message, title: 'Error', color: 'red', message });
};
export const showSuccess = (message: string, undo?: () => void): void => {
  const person = shownSession.userId;
  const onUndo = (offerAgain: () => void) => {
    const before = underWay().at(-1);
    // The next person at this browser undoes nothing of the previous one.
    if (shownSession.userId === person) undo?.();
    const sent = underWay().at(-1);
    // Some undo only what is in this browser.
    if (!sent || sent === before) return hideToast(id);
    // A lost connection may be back soon, and nothing else would undo the change.
    undoing.set(sent, (error) => (error === null || isRefusal(error) ? hideToast(id) : offerAgain()));
    holdToast(id);
  };
  const id = showToast({
    title: 'Success',
    color: 'green',
    message: undo === undefined ? message : createElement(UndoMessage, { message, onUndo }),
  });
};

const reportFailure = (failed: string | undefined, error: unknown): void => {
  if (failed !== undefined && !isOfNoSession(error)) showError(`${failed}: ${messageOf(error)}`);
};

/**
 * Why a query has nothing to show and how to try again, or undefined while it is loading or loaded. Somebody may be given a
 * permission meanwhile, but a file that can't be read stays as it is.
 */
export const loadFailure = ({
  isLoadingError,
  error,
  refetch,
}: Pick<UseQueryResult, 'isLoadingError' | 'error' | 'refetch'>): LoadFailure | undefined =>
  isLoadingError
    ? {
        reason: messageOf(error),
        onRetry: isRefusal(error) && codeOf(error) !== 'FORBIDDEN' ? undefined : () => void refetch(),
      }
    : undefined;

/** The answer to a change of the previous person at this browser (use-change.ts) tells the next one nothing. */
const isOfAnother = (sent: unknown): boolean =>
  (sent as { isOfAnother?: () => boolean } | undefined)?.isOfAnother?.() === true;

/** Changes that are answered, although their refetch may still run. */
const ended = new WeakSet<object>();
const underWay = () =>
  queryClient.getMutationCache().findAll({ status: 'pending', predicate: (mutation) => !ended.has(mutation) });
/** What becomes of the toasts whose Undo is on its way. A large deletion takes a while to undo. */
const undoing = new WeakMap<object, (error: unknown) => void>();
/** Whether a change under way is shown by the query, or holds it back. A refetch waits for the end of the change. */
export const showsChange = (query: Query): boolean =>
  underWay().some(({ meta }) => meta?.shownIn?.some((queryKey) => matchQuery({ queryKey }, query)));

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { meta, state }) => {
      // Without a server, the shell's notice says for all lists at once that they may be out of date.
      if (state.data === undefined || !(error instanceof TypeError)) reportFailure(meta?.failed, error);
    },
  }),
  mutationCache: new MutationCache({
    onSuccess: (data, variables, sent, { meta }) => {
      if (isOfAnother(sent)) return;
      const done = typeof meta?.done === 'function' ? meta.done(data as never) : meta?.done;
      if (done !== undefined) showSuccess(done, meta?.undo?.(data as never, variables as never));
    },
    onError: (error, variables, sent, { meta }) => {
      if (!isOfAnother(sent) && !meta?.isShownInPlace?.(error, sent as never, variables as never))
        reportFailure(meta?.failed, error);
    },
    // Refetches the screen after each change, including one that failed halfway.
    onSettled: (_data, error, _variables, _sent, mutation) => {
      ended.add(mutation);
      undoing.get(mutation)?.(error);
      const refetched = queryClient.invalidateQueries({ predicate: (query) => !showsChange(query) });
      // What failed can be sent again at once, and a queue goes on at once: a hidden page doesn't retry a refetch that fails.
      return error === null && !mutation.options.scope ? refetched : undefined;
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: FIVE_MINUTES_MS,
      gcTime: FIVE_MINUTES_MS,
      // "Offline" may mean the Internet only, and the server can be on the same machine. A call that can't be sent fails
      // at once: kept back, it would be sent long after the person gave it up.
      networkMode: 'always',
      refetchOnReconnect: true,
      refetchOnWindowFocus: false,
      retry: (failures, error) => isComputing(error) || (!isFinal(error) && failures < MAX_RETRIES),
      retryDelay: (attempt) => Math.min(FIRST_RETRY_MS * 2 ** attempt, MAX_RETRY_DELAY_MS),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
