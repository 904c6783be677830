import { loadConfig } from '../config/environment.js';
import { AccessTokens } from './access-tokens.js';

const oldToken = 'old-token-0123456789';
const newToken = 'new-token-0123456789';

function tokensOf(apiToken?: string): AccessTokens {
  return new AccessTokens(loadConfig(apiToken === undefined ? {} : { API_TOKEN: apiToken }));
}

describe('AccessTokens', () => {
  it('is open without a token, and identifies nobody then', () => {
    const tokens = tokensOf();
    expect(tokens.isOpen).toBe(true);
    expect(tokens.identify(`Bearer ${oldToken}`)).toBeUndefined();
  });

  it('is closed with one', () => {
    expect(tokensOf(oldToken).isOpen).toBe(false);
  });

  it('identifies each of several tokens as a client of its own, whose name is not the token', () => {
    const tokens = tokensOf(`${oldToken},${newToken}`);
    const names = [oldToken, newToken].map((token) => tokens.identify(`Bearer ${token}`));
    expect(new Set(names).size).toBe(2);
    expect(names).not.toContain(undefined);
    expect(names.join()).not.toContain('0123456789');
  });

  it('rotates: both tokens are valid while both are configured, and the old one no longer after that', () => {
    const identify = (apiToken: string, token: string) => tokensOf(apiToken).identify(`Bearer ${token}`) !== undefined;
    expect([oldToken, newToken].map((token) => identify(oldToken, token))).toEqual([true, false]);
    expect([oldToken, newToken].map((token) => identify(`${oldToken},${newToken}`, token))).toEqual([true, true]);
    expect([oldToken, newToken].map((token) => identify(newToken, token))).toEqual([false, true]);
  });

  it('identifies a token that is configured twice', () => {
    expect(tokensOf(`${oldToken},${oldToken}`).identify(`Bearer ${oldToken}`)).toBeDefined();
  });

  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('takes the scheme %s', (scheme) => {
    expect(tokensOf(oldToken).identify(`${scheme} ${oldToken}`)).toBeDefined();
  });

  it.each([`Bearer  ${oldToken}`, `Bearer ${oldToken} `])('takes %j, whose spaces say nothing', (header) => {
    expect(tokensOf(oldToken).identify(header)).toBeDefined();
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
    expect(tokensOf(oldToken).identify(header)).toBeUndefined();
  });
});
