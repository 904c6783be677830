import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { bodyEncoding, Representation, StoredResponse } from './stored-response.js';

const sent = ({ body }: Representation) => (Buffer.isBuffer(body) ? body : Buffer.from(body, bodyEncoding));

/** Returns `{"title":"..."}` with a given number of bytes. */
function answerOf(byteLength: number, letter: string) {
  const room = byteLength - JSON.stringify({ title: '' }).length;
  const letters = Math.floor(room / Buffer.byteLength(letter));
  return { title: letter.repeat(letters) + 'x'.repeat(room - letters * Buffer.byteLength(letter)) };
}

describe.each([
  ['ASCII', 'a'],
  ['two bytes a letter', 'é'],
  ['Korean', '한'],
  ['a pair of surrogates a letter', '🎮'],
])('a response of %s', (_kind, letter) => {
  it.each([100, 8_191, 8_192, 8_193, 50_000])('with %i bytes is sent as JSON in UTF-8', (byteLength) => {
    const answer = answerOf(byteLength, letter);
    const { identity } = new StoredResponse(answer, 0);
    expect(identity.byteLength).toBe(byteLength);
    expect(sent(identity).toString()).toBe(JSON.stringify(answer));
  });

  it.each([1_024, 8_192, 8_193, 50_000])('with %i bytes is the same after decompression', async (byteLength) => {
    const answer = answerOf(byteLength, letter);
    const stored = new StoredResponse(answer, 0);
    const [br, gzip] = [await stored.in('br'), await stored.in('gzip')];
    expect(brotliDecompressSync(sent(br)).toString()).toBe(JSON.stringify(answer));
    expect(gunzipSync(sent(gzip)).toString()).toBe(JSON.stringify(answer));
    expect([br.byteLength, gzip.byteLength]).toEqual([sent(br).length, sent(gzip).length]);
  });

  it('is the same in another form', () => {
    const stored = new StoredResponse(answerOf(2_000, letter), 0);
    const form = stored.inFormat('csv', (body) => (body as { title: string }).title);
    expect(sent(form.identity).toString()).toBe(answerOf(2_000, letter).title);
  });
});
