import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { StoredResponse } from './stored-response.js';

const body = { title: 'a é 한 🎮 '.repeat(200) };

describe('StoredResponse', () => {
  it.each([{ title: 'é' }, body])('is sent as JSON in UTF-8', (short) => {
    expect(new StoredResponse(short, 0).identity.body.toString()).toBe(JSON.stringify(short));
  });

  it('is the same after decompression', async () => {
    const stored = new StoredResponse(body, 0);
    expect(brotliDecompressSync((await stored.in('br')).body).toString()).toBe(JSON.stringify(body));
    expect(gunzipSync((await stored.in('gzip')).body).toString()).toBe(JSON.stringify(body));
  });

  it('is the same in another format', () => {
    const stored = new StoredResponse(body, 0);
    const text = stored.inFormat('csv', (read) => (read as typeof body).title);
    expect(text.identity.body.toString()).toBe(body.title);
  });

  it('keeps no more memory than its bytes', async () => {
    const stored = new StoredResponse(body, 0);
    for (const { body: bytes } of [stored.identity, await stored.in('br')]) {
      expect(bytes.buffer.byteLength).toBe(bytes.length);
    }
  });
});
