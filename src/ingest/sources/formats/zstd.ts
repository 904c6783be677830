import { Transform } from 'node:stream';
import zlib from 'node:zlib';

/** Available in Node.js 22.15 and later. */
const { createZstdDecompress } = zlib as { createZstdDecompress?: () => Transform & { bytesWritten: number } };

/** The reason why zstd cannot be unpacked here; undefined if it can. */
export const zstdProblem =
  createZstdDecompress === undefined
    ? `Node.js ${process.versions.node} does not support zstd. Use Node.js 22.15 or later, or decompress the file with zstd -d`
    : undefined;

export function createUnzstd(): Transform & { bytesWritten: number } {
  if (createZstdDecompress === undefined) throw new Error(zstdProblem);
  return createZstdDecompress();
}

/** The first bytes of a frame and of a skippable frame, whose first byte is any from 0x50 to 0x5F. */
const frameStart = Buffer.of(0x28, 0xb5, 0x2f, 0xfd);
const skippedStart = Buffer.of(0x2a, 0x4d, 0x18);

/**
 * Splits bytes wherever a frame may begin: Node.js silently drops data after the end of a frame in the same chunk
 * (nodejs/node#64741). Extra splits are harmless. The last three bytes of a chunk come one by one, since a frame may
 * begin there and continue in the next chunk.
 */
export async function* splitAtFrames(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    let from = 0;
    for (const to of [...frameStarts(chunk), chunk.length - 3, chunk.length - 2, chunk.length - 1, chunk.length]) {
      if (to <= from) continue;
      yield chunk.subarray(from, to);
      from = to;
    }
  }
}

function frameStarts(bytes: Buffer): number[] {
  const starts: number[] = [];
  for (let at = bytes.indexOf(frameStart); at !== -1; at = bytes.indexOf(frameStart, at + 1)) starts.push(at);
  for (let at = bytes.indexOf(skippedStart, 1); at !== -1; at = bytes.indexOf(skippedStart, at + 1))
    starts.push(at - 1);
  return starts.sort((a, b) => a - b);
}
