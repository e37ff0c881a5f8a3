import { useQuery } from '@tanstack/react-query';
import { api } from '#web/server/query-client.ts';
import { useSignOnOffer } from '#web/state/sign-on.ts';

/** The link of the person's account with the provider of single sign-on; null without single sign-on, and until it is loaded. */
export function useSignOnLink() {
  const isOffered = useSignOnOffer() !== null;
  const link = useQuery(
    api.session.signOnLink.queryOptions({
      enabled: isOffered,
      meta: { failed: 'Failed to load your single sign-on' },
    }),
  );
  return link.data ?? null;
}
