// The one place of caching, retries, toasts and refetching. A screen says only what its load or change is called:
// a query's `meta.failed`, a mutation's `meta.done` and `meta.failed`.
import { ORPCError } from '@orpc/client';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { calls, isTimeout, messageOf } from './calls.ts';
import { UndoMessage } from '#web/components/undo-message.tsx';
import { hideToast, newToastId, showToast } from '#web/state/toasts.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { failed?: string };
    mutationMeta: {
      done?: string;
      failed?: string;
      /** For a change that can be taken back: how, or undefined when this one cannot. */
      undo?: (data: never, variables: never) => (() => void) | undefined;
    };
  }
}

export const api = createTanstackQueryUtils(calls);

const FIVE_MINUTES = 300_000;
const MOST_RETRIES = 3;
const LONGEST_WAIT = 30_000;

/** An answer that would be the same again is not asked for again. */
export const isFinal = (error: unknown): boolean =>
  isTimeout(error) || (error instanceof ORPCError && error.status < 500 && error.status !== 429);

export const showError = (message: string): void => {
  // One toast for one message: three lists that fail together do not shout three times the same.
  showToast({ id: message, title: 'Error', color: 'red', message });
};
export const showSuccess = (message: string, undo?: () => void): void => {
  const id = newToastId();
  const onUndo = () => {
    hideToast(id);
    undo?.();
  };
  showToast({
    id,
    title: 'Success',
    color: 'green',
    message: undo === undefined ? message : createElement(UndoMessage, { message, onUndo }),
  });
};

const sentence = (failed: string, error: unknown): string => `${failed}: ${messageOf(error)}`;
/** Whoever is signed out is told so by the screen itself. */
const isSignedOut = (error: unknown): boolean => error instanceof ORPCError && error.code === 'UNAUTHORIZED';

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { meta }) => {
      if (meta?.failed !== undefined && !isSignedOut(error)) showError(sentence(meta.failed, error));
    },
  }),
  mutationCache: new MutationCache({
    onSuccess: (data, variables, _result, { meta }) => {
      if (meta?.done !== undefined) showSuccess(meta.done, meta.undo?.(data as never, variables as never));
    },
    onError: (error, _variables, _result, { meta }) => {
      if (meta?.failed !== undefined && !isSignedOut(error)) showError(sentence(meta.failed, error));
    },
    // After each change, what is on the screen is fetched again, also after one that failed half-way.
    onSettled: (_data, error) => {
      const fetched = queryClient.invalidateQueries();
      // Who could not reach the server has heard so, and need not wait until that has failed several times more.
      return error === null || error instanceof ORPCError ? fetched : undefined;
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: FIVE_MINUTES,
      gcTime: FIVE_MINUTES,
      // A browser that says it is offline may mean the Internet: the server can be on the same machine. And what cannot be
      // sent fails at once: kept back, it would be sent when the person has long given it up.
      networkMode: 'always',
      refetchOnReconnect: true,
      refetchOnWindowFocus: false,
      retry: (failures, error) => !isFinal(error) && failures < MOST_RETRIES,
      retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, LONGEST_WAIT),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
