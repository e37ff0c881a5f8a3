// The client's address: the socket's, or the one that the configured number of trusted proxies have written down.
import { isIPv6 } from 'node:net';
import type { Settings } from '../settings.ts';

/**
 * X-Forwarded-For grows to the right: each proxy adds the address it was called from. What stands further left than the
 * trusted proxies' own entries was written by the client and means nothing.
 */
export function clientAddress(socketAddress: string, forwardedFor: string | undefined, settings: Settings): string {
  const chain = (forwardedFor ?? '').split(',').map((part) => part.trim());
  const hops = settings.TRUSTED_PROXIES;
  const address = hops === 0 ? undefined : chain[chain.length - hops];
  return (address || socketAddress).replace(/^::ffff:(?=\d+\.)/, '');
}

/** The network that counts as one client. For IPv6 that is a /64, because a client can use any of its 2^64 addresses. */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  // Most addresses are IPv4, and the check for IPv6 is a long regular expression.
  if (!bare.includes(':') || !isIPv6(bare)) return address;
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
