// Where webhooks may go. People name the addresses, so a server that followed them blindly would open its own network to them
// (server-side request forgery, SSRF). The name is resolved once, every address that it has is checked, and the connection goes to
// the addresses that were checked.
import { lookup, Resolver } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import type { Settings } from '../settings.ts';

export type Address = { address: string; family: number };
export type Resolve = (host: string) => Promise<Address[]>;

/** As the database has it. */
const MAX_ADDRESS = 2000;

/** In the operator's own network, names can be in other places than DNS. */
const resolveAnywhere: Resolve = (host) => lookup(host, { all: true });

/**
 * By DNS alone: what the system looks up shares two threads with the look-up of the database's host, for which a few name servers that
 * never answer would leave none.
 */
async function resolveByDns(host: string): Promise<Address[]> {
  const dns = new Resolver({ timeout: 2000, tries: 2 });
  const [four, six] = await Promise.allSettled([dns.resolve4(host), dns.resolve6(host)]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  const addressesOf = (found: typeof four, family: number): Address[] =>
    found.status === 'rejected' ? [] : found.value.map((address) => ({ address, family }));
  return [...addressesOf(four, 4), ...addressesOf(six, 6)];
}

/** The only public unicast address that leads into a cloud's own network: Azure's, for its virtual machines. */
const AZURE = '168.63.129.16';

/** Whether it is an address of the public internet: no private, local, shared, translated or reserved one. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address in IPv6 form (::ffff:10.0.0.1) counts as what it is.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || parsed.toString() === AZURE) return false;
  return parsed.kind() === 'ipv4' || parsed.match(ipaddr.parseCIDR('2000::/3'));
}

export class RefusedTarget extends Error {}

export type Targets = ReturnType<typeof openTargets>;

export function openTargets({ WEBHOOKS_TO }: Pick<Settings, 'WEBHOOKS_TO'>, resolve?: Resolve) {
  const anywhere = WEBHOOKS_TO === 'any';

  /** Why an address can't be a webhook's, in a sentence for the person who typed it. Its host is looked up when something is sent. */
  function refusal(text: string): string | undefined {
    if (!URL.canParse(text)) return 'Please enter a whole address, such as https://example.org/hook.';
    const { href, protocol, port, username, password, hostname } = new URL(text);
    // Letters beyond ASCII become longer in it.
    if (href.length > MAX_ADDRESS) return 'Please enter a shorter address.';
    if (username !== '' || password !== '') return 'The address can’t contain a name or password.';
    if (anywhere) return /^https?:$/.test(protocol) ? undefined : 'The address must begin with https:// or http://.';
    if (protocol !== 'https:') return 'The address must begin with https://.';
    if (port !== '') return 'The address can’t have a port of its own.';
    if (ipaddr.isValid(withoutBrackets(hostname)) && !isPublic(withoutBrackets(hostname))) return NOT_PUBLIC;
    return undefined;
  }

  /** The addresses to connect to. */
  async function addressesOf(url: URL): Promise<Address[]> {
    const refused = refusal(url.href);
    if (refused !== undefined) throw new RefusedTarget(refused);
    const host = withoutBrackets(url.hostname);
    const addresses = ipaddr.isValid(host)
      ? [{ address: host, family: ipaddr.parse(host).kind() === 'ipv4' ? 4 : 6 }]
      : await (resolve ?? (anywhere ? resolveAnywhere : resolveByDns))(host);
    if (addresses.length === 0) throw new RefusedTarget('The host of this address has no IP address.');
    if (!anywhere && !addresses.every(({ address }) => isPublic(address))) throw new RefusedTarget(NOT_PUBLIC);
    return addresses;
  }

  return { refusal, addressesOf };
}

const NOT_PUBLIC = 'The address leads into a private network. Only public addresses are allowed.';
const withoutBrackets = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');
