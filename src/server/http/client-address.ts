// Who sends a request: the address of the socket, or the one that the configured number of trusted proxies have written down.
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';
import type { Settings } from '../settings.ts';

/** `network` counts as one client. For IPv6 that is a /64, because a client can use any of its 2^64 addresses. */
export type Client = { address: string; network: string };

/**
 * X-Forwarded-For grows to the right: each proxy adds the address it was called from. What stands further left than the
 * trusted proxies' own entries was written by the client and means nothing.
 */
export function clientOf(c: Context, { TRUSTED_PROXIES: hops }: Settings): Client {
  const forwarded = hops === 0 ? undefined : c.req.header('x-forwarded-for')?.split(',').at(-hops)?.trim();
  // Some proxies write `192.0.2.7:4711` or `[2001:db8::7]:4711`, with another port for each connection.
  const address = (forwarded || (getConnInfo(c).remote.address ?? ''))
    .replace(/^\[(.+)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/, '');
  return { address, network: address.includes(':') ? networkOf(address) : address };
}

function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  if (!ipaddr.isValid(bare)) return address;
  const parsed = ipaddr.process(bare);
  if (!('parts' in parsed)) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
