// The rows of a list that is loaded a page at a time.
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { MOST_COUNTED, type After, type PageOf } from '#contract/listing.ts';

export function useRows<Row>(query: UseInfiniteQueryResult<InfiniteData<PageOf<Row>>>) {
  const { data, isError, isPlaceholderData, hasNextPage, isFetching, fetchNextPage } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows), [data]);
  return {
    // A list that could not be loaded is empty, and a toast says why.
    rows: rows ?? (isError ? [] : undefined),
    count: data?.pages[0]?.count ?? null,
    outdated: isPlaceholderData,
    onMore: hasNextPage && !isFetching ? () => void fetchNextPage() : undefined,
  };
}

/** "1 school", "12 schools", "1,000+ schools". */
export function countText(count: number | null, one: string, many: string): string {
  if (count === null) return '';
  if (count === 1) return `1 ${one}`;
  return `${count.toLocaleString()}${count >= MOST_COUNTED ? '+' : ''} ${many}`;
}

/** How a paged call goes on from page to page. */
export const paged = {
  initialPageParam: undefined as After | undefined,
  getNextPageParam: (last: { next: After | null }) => last.next ?? undefined,
};
