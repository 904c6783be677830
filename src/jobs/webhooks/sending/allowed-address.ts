import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/**
 * Addresses that are not on the internet, by IANA's registries of special-purpose addresses. A list for each family, because a list
 * with both also compares IPv4 addresses with the mapped ones.
 */
const blocked = {
  ipv4: blockListOf(
    'ipv4',
    '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
  ),
  ipv6: blockListOf('ipv6', '2001::/23 2001:db8::/32 2002::/16 3fff::/20'),
};

/** Other IPv6 addresses are local or reserved, or contain an IPv4 address. */
const globalUnicast = blockListOf('ipv6', '2000::/3');

function blockListOf(family: 'ipv4' | 'ipv6', ranges: string): BlockList {
  const list = new BlockList();
  for (const range of ranges.split(' ')) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

export interface Address {
  address: string;
  family: 4 | 6;
}

export function isBlocked({ address, family }: Address): boolean {
  if (family === 4) return blocked.ipv4.check(address, 'ipv4');
  return !globalUnicast.check(address, 'ipv6') || blocked.ipv6.check(address, 'ipv6');
}

/** The name leads to an address that a target may not have. */
export class BlockedAddressError extends Error {}

/** Replaces the lookup of a name in tests. */
export type Resolve = (host: string) => Promise<Address[]>;

const resolveByDns: Resolve = async (host) => (await lookup(host, { all: true })) as Address[];

/**
 * Returns the addresses of the host of a URL, from one lookup. Throws a {@link BlockedAddressError} if one of them is blocked,
 * unless `isPrivate`. A URL has numbers such as `0x7f.1` as an address already.
 */
export async function findAddresses(url: URL, isPrivate: boolean, resolve = resolveByDns): Promise<Address[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family: family as 4 | 6 }];
  if (addresses.length === 0) throw new Error('The name has no address.');
  if (!isPrivate && addresses.some(isBlocked))
    throw new BlockedAddressError('The address is not on the internet. For a private address, set "private": true.');
  return addresses;
}
