// Where webhooks may go: every way to name an address of a private network is refused, before and after the DNS look-up.
import { expect, test } from 'vitest';
import { isPublic, openTargets, type Address } from '#server/webhooks/targets.ts';
import { post } from '#server/webhooks/post.ts';
import { startReceiver } from '../receiver.ts';

const never = new AbortController().signal;
const resolvesTo = (...addresses: string[]) => {
  const asked: string[] = [];
  const resolve = async (host: string): Promise<Address[]> => {
    asked.push(host);
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return { asked, resolve };
};
const publicOnly = (...addresses: string[]) => openTargets({ WEBHOOKS_TO: 'public' }, resolvesTo(...addresses).resolve);
const message = (url: string) => ({ id: 'one', url, body: '{}', secrets: [new Uint8Array(32)], timestamp: '0' });

const PRIVATE = [
  ['this machine', '127.0.0.1'],
  ['this machine, another number', '127.8.9.10'],
  ['any address', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private 10', '10.0.0.1'],
  ['private 172', '172.16.0.1'],
  ['private 172, the last', '172.31.255.255'],
  ['private 192', '192.168.1.1'],
  ['link-local, the metadata of clouds', '169.254.169.254'],
  ['carrier-grade NAT, Alibaba’s metadata', '100.100.100.200'],
  ['protocol assignments, Oracle’s metadata', '192.0.0.192'],
  ['Azure’s own address', '168.63.129.16'],
  ['documentation', '203.0.113.5'],
  ['benchmarks', '198.18.0.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['this machine, IPv6', '::1'],
  ['any address, IPv6', '::'],
  ['mapped IPv4', '::ffff:127.0.0.1'],
  ['mapped IPv4 in hexadecimal', '::ffff:a9fe:a9fe'],
  ['compatible IPv4', '::7f00:1'],
  ['translated IPv4 (RFC 6145)', '::ffff:0:127.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1'],
  ['NAT64, local use', '64:ff9b:1::a00:1'],
  ['6to4', '2002:7f00:1::'],
  ['Teredo', '2001:0:4136:e378::'],
  ['link-local, IPv6', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['unique local, Amazon’s metadata', 'fd00:ec2::254'],
  ['site-local', 'fec0::1'],
  ['multicast, IPv6', 'ff02::1'],
  ['documentation, IPv6', '2001:db8::1'],
  ['nothing', ''],
  ['a name', 'example.org'],
] as const;
const PUBLIC = ['8.8.8.8', '172.32.0.1', '100.63.255.255', '168.63.129.17', '2606:4700:4700::1111', '::ffff:8.8.8.8'];

test.each(PRIVATE)('%s isn’t public: %s', (_, address) => {
  expect(isPublic(address)).toBe(false);
});
test.each(PUBLIC)('%s is public', (address) => {
  expect(isPublic(address)).toBe(true);
});

test.each([
  'http://example.org/hook',
  'https://example.org:8443/hook',
  'https://user:password@example.org/',
  'ftp://example.org/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '//example.org/hook',
  'example.org',
  '',
  'https://',
  'https://127.0.0.1/',
  'https://127.0.0.1./',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[64:ff9b::10.0.0.1]/',
  'https://１２７.0.0.1/',
  'https://127。0。0。1/',
])('the address %s is refused when it is typed', (url) => {
  expect(publicOnly().refusal(url)).toMatch(/^(Please|The address) .+\.$/);
});

test.each(PRIVATE.slice(0, -2))(
  'a host with the address of %s is refused when a message is sent',
  async (_, address) => {
    const outcome = await post(message('https://hook.example.org/'), publicOnly(address), never);
    expect(outcome).toMatchObject({ status: null, problem: expect.stringContaining('private network') });
  },
);

test('one private address among public ones is enough to refuse a host', async () => {
  const targets = publicOnly('8.8.8.8', '2606:4700:4700::1111', '10.0.0.1');
  await expect(targets.addressesOf(new URL('https://hook.example.org/'))).rejects.toThrow('private network');
  const both = publicOnly('8.8.8.8', '2606:4700:4700::1111');
  expect(await both.addressesOf(new URL('https://hook.example.org/'))).toHaveLength(2);
});

test('a host that changes its address (DNS rebinding) is looked up once, and the connection goes to the address that was checked', async () => {
  const receiver = await startReceiver();
  const asked: string[] = [];
  const rebinding = async (host: string): Promise<Address[]> => {
    asked.push(host);
    if (asked.length > 1) throw new Error('It was looked up again.');
    return [{ address: '127.0.0.1', family: 4 }];
  };
  // The name exists nowhere else, so only the checked address can lead to the receiver.
  const targets = openTargets({ WEBHOOKS_TO: 'any' }, rebinding);
  const outcome = await post(message(`http://hook.invalid:${receiver.port}/x`), targets, never);
  expect(outcome).toMatchObject({ status: 200 });
  expect(asked).toEqual(['hook.invalid']);
  expect(receiver.received[0]?.headers.host).toBe(`hook.invalid:${receiver.port}`);
  await receiver.close();
});

test('no redirect is followed, wherever it leads', async () => {
  const inside = await startReceiver();
  const receiver = await startReceiver(
    () => (response) => void response.writeHead(307, { location: inside.url }).end(),
  );
  const outcome = await post(message(receiver.url), openTargets({ WEBHOOKS_TO: 'any' }), never);
  expect(outcome).toMatchObject({ status: 307, problem: null });
  expect(inside.received).toEqual([]);
  await Promise.all([receiver.close(), inside.close()]);
});

test('a look-up takes none of the few threads that the look-up of the database’s host needs, too', () => {
  const looking = openTargets({ WEBHOOKS_TO: 'public' }).addressesOf(new URL('https://courtside.invalid/'));
  void looking.catch(() => {});
  expect(process.getActiveResourcesInfo()).not.toContain('GetAddrInfoReqWrap');
});
