import { Address, BlockedAddressError, findAddresses } from './allowed-address.js';

const never = () => Promise.reject(new Error('No lookup expected.'));
const found = (...addresses: string[]) => {
  const all = addresses.map((address): Address => ({ address, family: address.includes(':') ? 6 : 4 }));
  return () => Promise.resolve(all);
};

const blockedRanges = [
  ...['127.0.0.1', '127.255.255.254', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254'],
  ...['100.64.0.1', '100.127.255.255', '0.0.0.0', '0.1.2.3', '224.0.0.1', '239.255.255.255', '255.255.255.255'],
  ...['::', '::1', 'fe80::1', 'fc00::1', 'fd12:3456::1', 'ff02::1', 'fec0::1'],
  ...['192.0.0.1', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.19.255.255', '198.51.100.7', '203.0.113.255'],
  ...['::ffff:10.0.0.1', '::ffff:8.8.8.8', '::10.0.0.1', '64:ff9b::10.0.0.1', '64:ff9b:1::1', '2002:a00:1::'],
  ...['::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8', '100::1', '100:0:0:1::1', '5f00::1', '1fff:ffff::1', '4000::'],
  ...['2001::1', '2001:2::1', '2001:10::1', '2001:1ff:ffff::', '2001:db8::1', '3fff::1', '3fff:fff:ffff::'],
];
const allowed = [
  ...['8.8.8.8', '100.63.255.255', '100.128.0.0', '172.32.0.1', '11.0.0.1', '192.0.1.0', '192.0.3.0', '192.88.98.255'],
  ...['198.17.255.255', '198.20.0.0', '198.51.101.0', '203.0.112.255', '223.255.255.255'],
  ...[
    '2001:200::1',
    '2001:db7:ffff::',
    '2001:db9::',
    '2003::1',
    '2606:4700::1111',
    '2a00::1',
    '3ffe::1',
    '3fff:1000::',
  ],
];
const urlOf = (address: string) => new URL(`https://${address.includes(':') ? `[${address}]` : address}/hook`);

it.each(blockedRanges)('refuses %s as an address and by DNS', async (address) => {
  await expect(findAddresses(urlOf(address), false, never)).rejects.toThrow(BlockedAddressError);
  const byName = new URL('https://hooks.example.com');
  await expect(findAddresses(byName, false, found('8.8.8.8', address))).rejects.toThrow(BlockedAddressError);
  expect(await findAddresses(byName, true, found(address))).toHaveLength(1);
});

it.each(allowed)('accepts %s', async (address) => {
  expect(await findAddresses(urlOf(address), false, never)).toHaveLength(1);
  expect(await findAddresses(new URL('https://hooks.example.com'), false, found(address))).toHaveLength(1);
});

it.each(['0x7f.1', '2130706433', '0177.0.0.1', '[::ffff:10.0.0.1]', '[::ffff:0:7f00:1]', '127.1', '0'])(
  'refuses %s',
  async (host) => {
    await expect(findAddresses(new URL(`https://${host}/hook`), false, never)).rejects.toThrow(BlockedAddressError);
  },
);
