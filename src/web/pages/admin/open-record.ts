// The record of an open dialog. It comes from its own call. While that call fails, it comes from the list behind the dialog,
// so that a form keeps what was typed.
import { ORPCError } from '@orpc/client';
import type { UseQueryResult } from '@tanstack/react-query';
import type { LoadFailure } from '#web/components/feedback/load-failed.tsx';
import { messageOf } from '#web/server/calls.ts';

export interface OpenRecord<Row> {
  /** `undefined` while it loads, null when there is none to show. */
  record: Row | null | undefined;
  /** Why it could not be loaded. Without a failure, a missing record does not exist. */
  failure?: LoadFailure;
}

export function openRecord<Row>(details: UseQueryResult<Row | null>, known: Row | undefined): OpenRecord<Row> {
  const { data, error, refetch } = details;
  if (error === null) return { record: data };
  if (error instanceof ORPCError && error.code === 'NOT_FOUND') return { record: null };
  const failure = { reason: messageOf(error), onRetry: () => void refetch() };
  return { record: data === undefined ? (known ?? null) : data, failure };
}
