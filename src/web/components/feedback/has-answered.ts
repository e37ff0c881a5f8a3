import type { UseQueryResult } from '@tanstack/react-query';

/** Whether a query has answered since the screen opened, or before and is up to date. It stays true during background refetches. */
export const hasAnswered = ({
  isSuccess,
  isFetching,
  isFetchedAfterMount,
}: Pick<UseQueryResult, 'isSuccess' | 'isFetching' | 'isFetchedAfterMount'>): boolean =>
  isSuccess && (isFetchedAfterMount || !isFetching);
