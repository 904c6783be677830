import { peerText } from './peer-text.js';

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
