import crypto from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { loadConfig } from '../config/environment.js';
import { AccessTokens } from './access-tokens.js';

const oldToken = 'old-token-0123456789';
const newToken = 'new-token-0123456789';

function tokensOf(apiToken?: string): AccessTokens {
  return new AccessTokens(loadConfig(apiToken === undefined ? {} : { API_TOKEN: apiToken }));
}

/** A request with these `Authorization` headers, as Node parses it. */
function bearing(...values: (string | undefined)[]): IncomingMessage {
  const present = values.filter((value) => value !== undefined);
  return {
    headers: { host: 'a', authorization: present[0] },
    rawHeaders: ['Host', 'a', ...present.flatMap((value, i) => [i % 2 ? 'AUTHORIZATION' : 'Authorization', value])],
  } as IncomingMessage;
}

describe('AccessTokens', () => {
  it('accepts every request without configured tokens, and identifies nobody', () => {
    const tokens = tokensOf();
    expect([tokens.allowsAnonymous, tokensOf(oldToken).allowsAnonymous]).toEqual([true, false]);
    expect(tokens.identify(bearing(`Bearer ${oldToken}`))).toBeNull();
  });

  it('identifies each token as a separate client with a name that does not reveal the token', () => {
    const tokens = tokensOf(`${oldToken},${newToken}`);
    const names = [oldToken, newToken].map((token) => tokens.identify(bearing(`Bearer ${token}`)));
    expect(new Set(names).size).toBe(2);
    expect(names).not.toContain(undefined);
    expect(names.join()).not.toContain('0123456789');
    // A digest of a short token can be looked up.
    const digests = [oldToken, newToken].map((token) => crypto.hash('sha256', token));
    for (const name of names) expect(digests.join()).not.toContain(name?.replace('token-', ''));
  });

  it('gives a token the same name next to any other tokens, because instances share counters during a rotation', () => {
    const name = tokensOf(newToken).identify(bearing(`Bearer ${newToken}`));
    expect(tokensOf(`${oldToken},${newToken}`).identify(bearing(`Bearer ${newToken}`))).toBe(name);
  });

  it('identifies nobody if several headers are sent, even identical ones', () => {
    const tokens = tokensOf(`${oldToken},${newToken}`);
    for (const second of [`Bearer ${oldToken}`, `Bearer ${newToken}`, 'Bearer wrong', '']) {
      expect(tokens.identify(bearing(`Bearer ${oldToken}`, second))).toBeNull();
    }
  });

  it('ignores headers whose name has the same length or contains the name', () => {
    const { headers, rawHeaders } = bearing(`Bearer ${oldToken}`);
    const others = ['Authorizatiom', 'x', 'Accept', 'authorization', 'Proxy-Authorization', 'x'];
    expect(
      tokensOf(oldToken).identify({ headers, rawHeaders: [...rawHeaders, ...others] } as IncomingMessage),
    ).not.toBeNull();
  });

  it('supports rotation: both tokens are valid while both are configured, then only the new one', () => {
    const identify = (apiToken: string, token: string) =>
      tokensOf(apiToken).identify(bearing(`Bearer ${token}`)) !== null;
    expect([oldToken, newToken].map((token) => identify(oldToken, token))).toEqual([true, false]);
    expect([oldToken, newToken].map((token) => identify(`${oldToken},${newToken}`, token))).toEqual([true, true]);
    expect([oldToken, newToken].map((token) => identify(newToken, token))).toEqual([false, true]);
  });

  it('compares all digests in constant time, whichever token matches', () => {
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

  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR', 'Bearer '])('accepts the scheme %j', (scheme) => {
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
