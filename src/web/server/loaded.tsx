// The one way to show what a screen loads: lines where it will be, why it couldn't be loaded and how to try again, or the data.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailed, type LoadFailure } from '#web/components/feedback/load-failed.tsx';
import { LoadingFigures } from '#web/components/feedback/loading-figures.tsx';
import { messageOf } from './calls.ts';
import { isComputing, loadFailure } from './query-client.ts';

/** A query, or several of them as one. */
export type Loading<Data = unknown> = { data: Data | undefined } & Partial<Pick<UseQueryResult, 'failureReason'>> &
  (Pick<UseQueryResult, 'isLoadingError' | 'error' | 'refetch'> | { failure: LoadFailure | undefined });
type DataOf<Queries> = {
  [Name in keyof Queries]: Queries[Name] extends { data: infer Data } ? Exclude<Data, undefined> : never;
};

/** The first failure of several loads. */
export const failureOf = (queries: readonly Loading[]): LoadFailure | undefined =>
  queries.map((query) => ('failure' in query ? query.failure : loadFailure(query))).find((each) => each !== undefined);

/** Loads that a page waits for because they would push down what is below them. It does without those that fail. */
export const settled = (...queries: readonly Pick<UseQueryResult, 'isLoading'>[]): Loading<true> => ({
  data: queries.some(({ isLoading }) => isLoading) ? undefined : true,
  failure: undefined,
});

interface LoadedProps<Queries extends Record<string, Loading>> {
  /** "the witnesses" */
  what: string;
  of: Queries;
  /** Drawn while something is loading. */
  skeleton?: ReactNode;
  /** Drawn where the first of them is a list without a row. */
  empty?: ReactNode;
  children: (data: DataOf<Queries>) => ReactNode;
}

export function Loaded<Queries extends Record<string, Loading>>({
  what,
  of,
  skeleton = <LoadingFigures what={what} />,
  empty,
  children,
}: LoadedProps<Queries>) {
  const queries = Object.values(of);
  const failure = failureOf(queries);
  if (failure) return <LoadFailed what={what} {...failure} />;
  const isLoading = queries.some(({ data }) => data === undefined);
  const [rows] = queries.map(({ data }) => data);
  if (!isLoading && empty !== undefined && Array.isArray(rows) && rows.length === 0) return empty;
  // Also above older figures.
  const computing = queries.find(({ failureReason }) => isComputing(failureReason));
  const data = Object.fromEntries(Object.entries(of).map(([name, query]) => [name, query.data]));
  return (
    <>
      {computing && <p role="status">{messageOf(computing.failureReason)}</p>}
      {isLoading ? skeleton : children(data as DataOf<Queries>)}
    </>
  );
}
