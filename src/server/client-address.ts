// The client's address: the socket's, or the one that the configured number of trusted proxies have written down.
import type { Settings } from './settings.ts';

/**
 * X-Forwarded-For grows to the right: each proxy adds the address it was called from. What stands further left than the
 * trusted proxies' own entries was written by the client and means nothing.
 */
export function clientAddress(socketAddress: string, forwardedFor: string | undefined, settings: Settings): string {
  const chain = (forwardedFor ?? '').split(',').map((part) => part.trim());
  const hops = settings.TRUSTED_PROXIES;
  const address = hops === 0 ? undefined : chain[chain.length - hops];
  return (address || socketAddress).replace(/^::ffff:/, '');
}
