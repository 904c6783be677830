import crypto from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { loadConfig } from '../config/environment.js';
import { AccessTokens } from './access-tokens.js';

const oldToken = 'old-token-0123456789';
const newToken = 'new-token-0123456789';

function tokensOf(apiToken?: string): AccessTokens {
  return new AccessTokens(loadConfig(apiToken === undefined ? {} : { API_TOKEN: apiToken }));
}

/** A request with these `Authorization` headers, as Node reads it. */
function bearing(...values: (string | undefined)[]): IncomingMessage {
  const present = values.filter((value) => value !== undefined);
  return {
    headers: { host: 'a', authorization: present[0] },
    rawHeaders: ['Host', 'a', ...present.flatMap((value, i) => [i % 2 ? 'AUTHORIZATION' : 'Authorization', value])],
  } as IncomingMessage;
}

describe('AccessTokens', () => {
  it('is open without a token, and identifies nobody then', () => {
    const tokens = tokensOf();
    expect([tokens.isOpen, tokensOf(oldToken).isOpen]).toEqual([true, false]);
    expect(tokens.identify(bearing(`Bearer ${oldToken}`))).toBeNull();
  });

  it('identifies each of several tokens as a client of its own, whose name is not the token', () => {
    const tokens = tokensOf(`${oldToken},${newToken}`);
    const names = [oldToken, newToken].map((token) => tokens.identify(bearing(`Bearer ${token}`)));
    expect(new Set(names).size).toBe(2);
    expect(names).not.toContain(undefined);
    expect(names.join()).not.toContain('0123456789');
  });

  it('names a token alike whatever stands beside it, since instances share their counters during a rotation', () => {
    const name = tokensOf(newToken).identify(bearing(`Bearer ${newToken}`));
    expect(tokensOf(`${oldToken},${newToken}`).identify(bearing(`Bearer ${newToken}`))).toBe(name);
  });

  it('identifies nobody by several headers, not even by the same one twice', () => {
    const tokens = tokensOf(`${oldToken},${newToken}`);
    for (const second of [`Bearer ${oldToken}`, `Bearer ${newToken}`, 'Bearer wrong', '']) {
      expect(tokens.identify(bearing(`Bearer ${oldToken}`, second))).toBeNull();
    }
  });

  it('takes a header whose name is as long, or that holds the name, for another one', () => {
    const { headers, rawHeaders } = bearing(`Bearer ${oldToken}`);
    const others = ['Authorizatiom', 'x', 'Accept', 'authorization', 'Proxy-Authorization', 'x'];
    expect(
      tokensOf(oldToken).identify({ headers, rawHeaders: [...rawHeaders, ...others] } as IncomingMessage),
    ).not.toBeNull();
  });

  it('rotates: both tokens are valid while both are configured, and the old one no longer after that', () => {
    const identify = (apiToken: string, token: string) =>
      tokensOf(apiToken).identify(bearing(`Bearer ${token}`)) !== null;
    expect([oldToken, newToken].map((token) => identify(oldToken, token))).toEqual([true, false]);
    expect([oldToken, newToken].map((token) => identify(`${oldToken},${newToken}`, token))).toEqual([true, true]);
    expect([oldToken, newToken].map((token) => identify(newToken, token))).toEqual([false, true]);
  });

  it('compares digests in constant time, each of them whichever is the right one', () => {
    const compare = jest.spyOn(crypto, 'timingSafeEqual');
    const tokens = tokensOf(`${oldToken},${newToken},third-token-0123456789`);
    for (const token of [oldToken, newToken, 'third-token-0123456789', 'x', `${oldToken}x`]) {
      compare.mockClear();
      tokens.identify(bearing(`Bearer ${token}`));
      expect(compare.mock.calls.map((digests) => digests.map(({ byteLength }) => byteLength))).toEqual(
        Array(3).fill([32, 32]),
      );
    }
    compare.mockRestore();
  });

  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR', 'Bearer '])('takes the scheme %j', (scheme) => {
    expect(tokensOf(`${oldToken},${oldToken}`).identify(bearing(`${scheme} ${oldToken} `))).not.toBeNull();
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    oldToken,
    `Bearer${oldToken}`,
    `Basic ${oldToken}`,
    `Token ${oldToken}`,
    ` Bearer ${oldToken}`,
    `Bearer\t${oldToken}`,
    `Bearer ${oldToken}\n`,
    `Bearer "${oldToken}"`,
    `Bearer ${oldToken},`,
    `Bearer ${oldToken} ${oldToken}`,
    `Bearer ${oldToken}, Bearer ${oldToken}`,
    `Bearer ${oldToken.slice(0, -1)}`,
    `Bearer ${oldToken}0`,
    `Bearer ${oldToken.toUpperCase()}`,
  ])('identifies nobody by %j', (header) => {
    expect(tokensOf(oldToken).identify(bearing(header))).toBeNull();
  });
});
