import type { Request } from 'express';
import { loadConfig } from '../../config/environment.js';
import { heapBytes } from '../../../test/support/programs/heap-bytes.js';
import { Clients } from './clients.js';

/** A request as Express provides it: behind a trusted proxy, `ip` is the address that the proxy wrote. */
const requestFrom = (ip: string) => ({ ip, headers: {}, socket: { remoteAddress: '10.0.0.1' } }) as Request;

describe('Clients', () => {
  const trusting = new Clients(loadConfig({ TRUST_PROXY: '1' }));

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:51234', '203.0.113.9'],
    ['[2001:db8::1]:443', trusting.nameFor(requestFrom('2001:db8::1'))],
    ['[2001:db8::1]', trusting.nameFor(requestFrom('2001:db8::1'))],
  ])('reads %s from a trusted proxy as %s', (ip, client) => {
    expect(trusting.nameFor(requestFrom(ip))).toBe(client);
  });

  it.each(['', 'unknown', '_hidden', 'example.com', '203.0.113.300', '203.0.113.9:a', '[203', 'x'.repeat(7_000)])(
    'names a client by its connection if a trusted proxy writes %j',
    (ip) => {
      expect(trusting.nameFor(requestFrom(ip))).toBe('10.0.0.1');
    },
  );

  it.each([
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'],
  ])('treats connections from %s and %s as one client', (one, other) => {
    const [first, second] = [one, other].map((remoteAddress) =>
      new Clients(loadConfig({})).nameFor({ socket: { remoteAddress } } as Request),
    );
    expect(first).toBe(second);
  });

  it('treats connections from two IPv6 /64 networks as two clients', () => {
    const [first, second] = ['2001:db8:1:2::1', '2001:db8:1:3::1'].map((remoteAddress) =>
      new Clients(loadConfig({})).nameFor({ socket: { remoteAddress } } as Request),
    );
    expect(first).not.toBe(second);
  });

  it('names a client by its connection if no proxy is trusted', () => {
    expect(new Clients(loadConfig({})).nameFor(requestFrom('203.0.113.9'))).toBe('10.0.0.1');
  });

  it('keeps only the address of a proxy header in memory', () => {
    const bytesBefore = heapBytes();
    const clients = Array.from({ length: 2_000 }, (_, i) => {
      const header = `${i}${'x'.repeat(15_000)}, 203.0.113.${100 + (i % 100)}`;
      return trusting.nameFor(requestFrom(header.slice(header.indexOf(' ') + 1)));
    });
    expect(heapBytes() - bytesBefore).toBeLessThan(5_000_000);
    expect(new Set(clients).size).toBe(100);
  });
});
