import { pipeline, Transform } from 'node:stream';
import zlib, { createGunzip } from 'node:zlib';
import { FileError } from '../../errors.js';

type CountingTransform = Transform & { bytesWritten: number };
type Unpacker = (bytes: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>;

/** Available in Node.js 22.15 and later. */
const { createZstdDecompress } = zlib as { createZstdDecompress?: () => CountingTransform };

/** The records of a chunk are in memory together. Records of larger chunks survive a garbage collection, which makes it slower. */
export const chunkBytes = 64 * 1024;

export const unpackers: Readonly<Record<'.gz' | '.zst', Unpacker>> = {
  '.gz': (bytes) => unpack(bytes, createGunzip({ chunkSize: chunkBytes })),
  '.zst': (bytes) => unpack(splitAtFrames(bytes), createZstdDecompress!()),
};

export function findPacking(path: string): keyof typeof unpackers | undefined {
  return (['.gz', '.zst'] as const).find((end) => path.endsWith(end));
}

/** Throws a FileError if this Node.js cannot unpack the compression of a file. */
export function checkPacking(path: string): void {
  if (createZstdDecompress !== undefined || findPacking(path) !== '.zst') return;
  throw new FileError(
    `${path} cannot be read: Node.js ${process.versions.node} does not support zstd. Use Node.js 22.15 or later, or decompress the file with zstd -d`,
  );
}

async function* unpack(bytes: AsyncIterable<Buffer>, unpacker: CountingTransform): AsyncGenerator<Buffer> {
  let given = 0;
  async function* counted() {
    for await (const chunk of bytes) {
      given += chunk.length;
      yield chunk;
    }
  }
  // The reader of the last stream gets the error of any stream.
  yield* pipeline(counted, unpacker, () => {}) as AsyncIterable<Buffer>;
  // Node.js ignores data after a zero byte between two gzip members.
  if (unpacker.bytesWritten < given) throw new Error('there is data after the end of the compressed data');
}

/** The place before the first bytes of a frame, the first three of a skippable frame, and each of the last three bytes. */
const mayBeginFrame = /(?=\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d|[^]{1,3}$)/;

/**
 * Splits bytes wherever a frame may begin: Node.js silently drops data after the end of a frame in the same chunk
 * (nodejs/node#64741). Extra splits are harmless. The last three bytes of a chunk come one by one, since a frame may
 * begin there and continue in the next chunk.
 */
export async function* splitAtFrames(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    for (const part of chunk.toString('latin1').split(mayBeginFrame)) yield Buffer.from(part, 'latin1');
  }
}
