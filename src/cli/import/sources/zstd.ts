import { pipeline, Readable, Transform } from 'node:stream';
import zlib from 'node:zlib';

/** Node.js has it from 22.15 on. */
const { createZstdDecompress } = zlib as { createZstdDecompress?: () => Transform & { bytesWritten: number } };

/** Why zstd cannot be unpacked here; undefined if it can. */
export const zstdProblem =
  createZstdDecompress === undefined
    ? `Node.js ${process.versions.node} does not know zstd, from 22.15 on it does; or unpack the file with zstd -d`
    : undefined;

/** Unpacks zstd, whose files may consist of several frames. */
export async function* unpackZstd(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (createZstdDecompress === undefined) throw new Error(zstdProblem);
  const unpacker = createZstdDecompress();
  let given = 0;
  async function* counted() {
    for await (const part of splitAtFrames(bytes)) {
      given += part.length;
      yield part;
    }
  }
  yield* pipeline(Readable.from(counted()), unpacker, () => {}) as AsyncIterable<Buffer>;
  if (unpacker.bytesWritten < given) throw new Error('there is something behind the end of the packed data');
}

/** The first bytes of a frame, and of one to be passed over, whose very first byte is any from 0x50 to 0x5F. */
const frameStart = Buffer.of(0x28, 0xb5, 0x2f, 0xfd);
const skippedStart = Buffer.of(0x2a, 0x4d, 0x18);

/**
 * Cuts bytes wherever a frame may begin: Node.js silently drops what follows the end of a frame in one and the same
 * chunk (nodejs/node#64741). A cut too many does no harm.
 */
export async function* splitAtFrames(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    const joined = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    // What begins in one chunk and ends in the next one is found there.
    const whole = Math.max(0, joined.length - frameStart.length + 1);
    let from = 0;
    for (const at of frameStarts(joined)) {
      if (at > from) yield joined.subarray(from, at);
      from = at;
    }
    if (whole > from) yield joined.subarray(from, whole);
    held = Buffer.from(joined.subarray(Math.max(from, whole)));
  }
  if (held.length > 0) yield held;
}

function frameStarts(bytes: Buffer): number[] {
  const starts: number[] = [];
  for (let at = bytes.indexOf(frameStart); at !== -1; at = bytes.indexOf(frameStart, at + 1)) starts.push(at);
  for (let at = bytes.indexOf(skippedStart, 1); at !== -1; at = bytes.indexOf(skippedStart, at + 1))
    starts.push(at - 1);
  return starts.sort((a, b) => a - b);
}
