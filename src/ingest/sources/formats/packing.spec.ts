import zlib from 'node:zlib';
import { describeWhere } from '../../../../test/support/describe-where.js';
import { checkPacking, splitAtFrames, unpackers } from './packing.js';

const { zstdCompressSync } = zlib as { zstdCompressSync?: (bytes: Buffer | string) => Buffer };
const pack = (text: string) => zstdCompressSync?.(Buffer.from(text)) ?? Buffer.alloc(0);
/** A skippable frame: four bytes of magic number, four of length. */
const skipped = Buffer.concat([Buffer.of(0x51, 0x2a, 0x4d, 0x18, 3, 0, 0, 0), Buffer.from('any')]);

async function* chunks(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function unpack(bytes: Buffer, size = bytes.length): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of unpackers['.zst'](chunks(bytes, size))) parts.push(part);
  return Buffer.concat(parts).toString();
}

it('is supported by this Node.js, or has a reason to show', () => {
  const check = () => checkPacking('x.ndjson.zst');
  if (zstdCompressSync) expect(check).not.toThrow();
  else
    expect(check).toThrow(
      /^x\.ndjson\.zst cannot be read: Node\.js \d+\.\d+\.\d+ does not support zstd\. Use Node\.js 22\.15/,
    );
});

describeWhere(zstdCompressSync !== undefined, 'zstd', 'which this Node.js does not know', () => {
  it('unpacks all frames from chunks of any size', async () => {
    const bytes = Buffer.concat([pack('one\n'), skipped, pack('two\n'), pack('three\n')]);
    for (const size of [1, 2, 3, 5, 7, 19, bytes.length]) expect(await unpack(bytes, size)).toBe('one\ntwo\nthree\n');
  });

  it.each([
    ['truncated data', (whole: Buffer) => whole.subarray(0, -3), 'unexpected end of file'],
    ['data of another format', () => Buffer.from('{"id":"1"}\n'), /frame descriptor/],
    ['data followed by something else', (whole: Buffer) => Buffer.concat([whole, Buffer.from('{"id":"1"}\n')]), /./],
  ])('rejects %s', async (_, spoil, message) => {
    await expect(unpack(spoil(pack('one\n'.repeat(100))))).rejects.toThrow(message);
  });
});

it('cuts where a frame may begin, without losing bytes', async () => {
  const start = [0x28, 0xb5, 0x2f, 0xfd];
  const bytes = Buffer.of(1, ...start, 2, 3, ...start, ...start, 0x5f, 0x2a, 0x4d, 0x18, 4, 0x28, 0xb5);
  for (const size of [1, 2, 3, 4, 5, bytes.length]) {
    const parts: Buffer[] = [];
    for await (const part of splitAtFrames(chunks(bytes, size))) parts.push(part);
    expect(Buffer.concat(parts)).toEqual(bytes);
    const ends = parts.map((_, index) => parts.slice(0, index + 1).reduce((sum, part) => sum + part.length, 0));
    expect(ends).toEqual(expect.arrayContaining([1, 7, 11, 15]));
  }
});
