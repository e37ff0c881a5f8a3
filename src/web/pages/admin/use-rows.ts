// The rows of a list that loads a page at a time.
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { After, PageOf } from '#contract/listing.ts';
import type { LoadFailure } from '#web/components/feedback/load-failed.tsx';
import { messageOf } from '#web/server/calls.ts';
import { loadFailure } from '#web/server/query-client.ts';

export interface Rows<Row> {
  /** `undefined` while the first page loads, or when it could not be loaded. */
  rows: readonly Row[] | undefined;
  /** Names that are spelled like the search. */
  similar: readonly Row[];
  /** Why the first page, or the next one, is missing. */
  failure: LoadFailure | undefined;
  count: number | null;
  /** True while the rows still answer an earlier question. */
  outdated: boolean;
  isFetching: boolean;
  /** When the rows were fetched. */
  updatedAt: number;
  onMore: (() => void) | undefined;
  /** Every match is loaded. */
  isWhole: boolean;
}

type FoundPage<Row> = PageOf<Row> & { similar?: Row[] };

export function useRows<Row>(query: UseInfiniteQueryResult<InfiniteData<FoundPage<Row>>>): Rows<Row> {
  const { data, error, isFetchNextPageError, hasNextPage, isFetching, fetchNextPage } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows), [data]);
  const nextPageFailure = { reason: messageOf(error), onRetry: () => void fetchNextPage() };
  return {
    rows,
    similar: data?.pages[0]?.similar ?? [],
    failure: isFetchNextPageError ? nextPageFailure : loadFailure(query),
    count: data?.pages[0]?.count ?? null,
    outdated: query.isPlaceholderData,
    isFetching,
    updatedAt: query.dataUpdatedAt,
    onMore: hasNextPage && !isFetching && !isFetchNextPageError ? () => void fetchNextPage() : undefined,
    isWhole: !hasNextPage,
  };
}

/** How a query asks for the next page. */
export const paged = {
  initialPageParam: undefined as After | undefined,
  getNextPageParam: (last: { next: After | null }) => last.next ?? undefined,
};
