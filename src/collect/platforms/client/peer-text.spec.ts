import { peerText, withoutAddresses } from './peer-text.js';

describe('peerText', () => {
  it('removes control and format characters, line separators and lone surrogates', () => {
    expect(peerText('Zoë says: "naïve" 👋 日本')).toBe('Zoë says: "naïve" 👋 日本');
    expect(peerText('\u001b[31mred\u0007\r\nnext\u009b\u202eleft\u2028line\u0000\ud800.')).toBe('[31mrednextleftline.');
  });

  it('truncates to 200 characters without splitting surrogate pairs', () => {
    expect(peerText('x'.repeat(201))).toBe('x'.repeat(200));
    expect([...peerText('👋'.repeat(300))]).toHaveLength(200);
    expect(peerText(`${'x'.repeat(199)}👋👋`)).toBe(`${'x'.repeat(199)}👋`);
  });

  it('masks secrets, including encoded, interrupted and truncated ones', () => {
    expect(peerText('token s3cret/x or s3cret%2Fx', ['s3cret/x'])).toBe('token *** or ***');
    expect(peerText('s3c\u0000r\u200bet', ['s3cret'])).toBe('***');
    expect(peerText(`${'x'.repeat(198)}s3cret`, ['s3cret'])).toBe(`${'x'.repeat(198)}**`);
    expect(peerText('abcdef', ['abc', 'abcdef', ''])).toBe('***');
  });
});

it.each([
  ['Compare them with https://a.tv/b,c, or (http://d/).', 'Compare them with [address], or ([address]).'],
  ['connect ECONNREFUSED 127.0.0.1:443', 'connect ECONNREFUSED [address]'],
  ['connect ETIMEDOUT 2606:4700::6810:84e5', 'connect ETIMEDOUT [address]'],
  ['no response (getaddrinfo ENOTFOUND proxy)', 'no response (getaddrinfo ENOTFOUND [address])'],
  ['getaddrinfo EAI_AGAIN kick-1', 'getaddrinfo EAI_AGAIN [address]'],
  ['connect ECONNREFUSED ::1', 'connect ECONNREFUSED [address]'],
  ['(attempted address: api.kick.com:443, timeout: 10000ms)', '(attempted address: [address], timeout: 10000ms)'],
  ['getaddrinfo ENOTFOUND proxy.internal', 'getaddrinfo ENOTFOUND [address]'],
  ['see https://user:secret@example.com/a?b=c', 'see [address]'],
])('removes the addresses of %s', (text, expected) => expect(withoutAddresses(text)).toBe(expected));

it.each([
  '/public/v2/livestreams returned 429, so requests wait for 900 s',
  'the clock says 2026-11-22T07:00:00.000Z, and the response is from 2026-11-22T09:00:00.000Z. Set it.',
])('keeps %s', (text) => expect(withoutAddresses(text)).toBe(text));
