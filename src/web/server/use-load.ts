import type { ClientContext } from '@orpc/client';
import type { ProcedureUtils } from '@orpc/tanstack-query';
import { useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';

export type How = {
  enabled?: boolean;
  refetchInterval?: number;
  staleTime?: number;
};
type Asked<Input> = undefined extends Input ? [input?: Input, how?: How] : [input: Input, how?: How];

/** What a screen loads: the answer to a call. `failed` begins the toast when it can't be loaded. */
export function useLoad<Context extends ClientContext, Input, Output, Failure>(
  call: ProcedureUtils<Context, Input, Output, Failure>,
  failed: string,
  ...[input, how]: Asked<Input>
): UseQueryResult<Output> {
  const { queryOptions } = call as unknown as { queryOptions: (given: object) => UseQueryOptions<Output> };
  return useQuery(queryOptions({ input, meta: { failed }, ...how }));
}
