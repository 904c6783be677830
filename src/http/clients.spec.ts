import type { Request } from 'express';
import { loadConfig } from '../config/environment.js';
import { Clients } from './clients.js';

/** A request as Express has it: behind a proxy that is trusted, `ip` is what that one wrote. */
const requestFrom = (ip: string) => ({ ip, socket: { remoteAddress: '10.0.0.1' } }) as Request;

describe('Clients', () => {
  const trusting = new Clients(loadConfig({ TRUST_PROXY: '1' }));

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:51234', '203.0.113.9'],
    ['[2001:db8::1]:443', trusting.of(requestFrom('2001:db8::1'))],
    ['[2001:db8::1]', trusting.of(requestFrom('2001:db8::1'))],
  ])('takes %s, from a trusted proxy, for %s', (ip, client) => {
    expect(trusting.of(requestFrom(ip))).toBe(client);
  });

  it.each(['', 'unknown', '_hidden', 'example.com', '203.0.113.300', '203.0.113.9:a', '[203', 'x'.repeat(7_000)])(
    'names a client by its connection where a trusted proxy writes %j',
    (ip) => {
      expect(trusting.of(requestFrom(ip))).toBe('10.0.0.1');
    },
  );

  it('names a client by its connection where no proxy is trusted', () => {
    expect(new Clients(loadConfig({})).of(requestFrom('203.0.113.9'))).toBe('10.0.0.1');
  });
});
