// Who sends a request: the address of the socket, or the one that the configured number of trusted proxies have written down.
import { isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Settings } from '../settings.ts';

/** `network` counts as one client. For IPv6 that is a /64, because a client can use any of its 2^64 addresses. */
export type Client = { address: string; network: string };

/**
 * X-Forwarded-For grows to the right: each proxy adds the address it was called from. What stands further left than the
 * trusted proxies' own entries was written by the client and means nothing.
 */
export function clientOf(c: Context, { TRUSTED_PROXIES: hops }: Settings): Client {
  const chain = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim());
  const forwarded = hops === 0 ? undefined : chain[chain.length - hops];
  const address = (forwarded || (getConnInfo(c).remote.address ?? '')).replace(/^::ffff:(?=\d+\.)/, '');
  return { address, network: address.includes(':') ? networkOf(address) : address };
}

function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  // A URL normalizes the address, and writes an embedded IPv4 address as two groups.
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const [, first, second] = /^ffff:([\da-f]+):([\da-f]+)$/.exec(head === '' ? (tail ?? '') : '') ?? [];
  if (first !== undefined && second !== undefined) {
    const bytes = Buffer.from(first.padStart(4, '0') + second.padStart(4, '0'), 'hex');
    return bytes.join('.');
  }
  const groups = (part: string | undefined): string[] => (part ? part.split(':') : []);
  const [before, after] = [groups(head), groups(tail)];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}
