// The rows of a list that loads a page at a time.
import {
  keepPreviousData,
  useInfiniteQuery,
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import type { After, PageOf } from '#contract/listing.ts';
import { messageOf } from '#web/server/calls.ts';
import { loadFailure } from '#web/server/query-client.ts';

type FoundPage<Row> = PageOf<Row> & { similar?: Row[] };

type Found<Row> = InfiniteData<FoundPage<Row>, After | undefined>;
export type List<Row> = UseInfiniteQueryOptions<FoundPage<Row>, Error, Found<Row>, QueryKey, After | undefined>;

/** While another question is answered, the rows of the one before stay. */
export function useRows<Row>(list: List<Row>) {
  const query = useInfiniteQuery({ ...list, placeholderData: keepPreviousData });
  const { data, error, isFetchNextPageError, hasNextPage, isFetching, fetchNextPage } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows), [data]);
  const nextPageFailure = { reason: messageOf(error), onRetry: () => void fetchNextPage() };
  return {
    /** `undefined` while the first page loads, or when it could not be loaded. */
    rows,
    /** Names that are spelled like the search. */
    similar: data?.pages[0]?.similar ?? [],
    /** Why the first page, or the next one, is missing. */
    failure: isFetchNextPageError ? nextPageFailure : loadFailure(query),
    count: data?.pages[0]?.count ?? null,
    /** True while the rows still answer an earlier question. */
    outdated: query.isPlaceholderData,
    isFetching,
    /** When the rows were fetched. */
    updatedAt: query.dataUpdatedAt,
    onMore: hasNextPage && !isFetching && !isFetchNextPageError ? () => void fetchNextPage() : undefined,
    /** Every match is loaded. */
    isWhole: !hasNextPage,
  };
}
export type Rows<Row> = ReturnType<typeof useRows<Row>>;

/** Asks for a list page by page. `failed` begins the toast when that fails. */
export const paged = <Question extends object>(question: Question, failed: string) => ({
  input: (after: After | undefined) => ({ ...question, after }),
  initialPageParam: undefined as After | undefined,
  getNextPageParam: (last: { next: After | null }) => last.next ?? undefined,
  meta: { failed },
});
