import { api } from '#web/server/query-client.ts';
import { useLoad } from '#web/server/use-load.ts';
import { useSignOnOffer } from '#web/state/sign-on.ts';

/** The link of the person's account with the provider of single sign-on; null without single sign-on, and until it is loaded. */
export function useSignOnLink() {
  const isOffered = useSignOnOffer() !== null;
  const link = useLoad(api.session.signOnLink, 'Failed to load your single sign-on', undefined, { enabled: isOffered });
  return link.data ?? null;
}
