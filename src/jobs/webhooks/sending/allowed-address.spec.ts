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
  ...['::ffff:10.0.0.1', '::ffff:8.8.8.8', '::10.0.0.1', '64:ff9b::10.0.0.1', '64:ff9b:1::1', '2002:a00:1::'],
];
const allowed = ['8.8.8.8', '100.63.255.255', '100.128.0.0', '172.32.0.1', '11.0.0.1', '2606:4700::1111', '2a00::1'];
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

it.each(['0x7f.1', '2130706433', '0177.0.0.1', '[::ffff:10.0.0.1]', '127.1', '0'])('refuses %s', async (host) => {
  await expect(findAddresses(new URL(`https://${host}/hook`), false, never)).rejects.toThrow(BlockedAddressError);
});
