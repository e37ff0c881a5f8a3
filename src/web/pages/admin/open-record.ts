// The record of an open dialog: of its own call, and from the list behind it while that call cannot be answered, so that
// a form that is being filled in stays.
import { ORPCError } from '@orpc/client';
import type { UseQueryResult } from '@tanstack/react-query';

const INTERNAL = 500;

/** `record` is undefined while it loads and null when there is none to show; with `retry` because nobody knows now. */
export function openRecord<Row extends object>(details: UseQueryResult<Row | null>, known: Row | undefined) {
  const { data, error, refetch } = details;
  const isRefused = error instanceof ORPCError && error.status < INTERNAL;
  const failed = error !== null && !isRefused;
  const instead = isRefused ? null : failed ? (known ?? null) : undefined;
  return { record: data === undefined ? instead : data, ...(failed && { retry: () => void refetch() }) };
}
