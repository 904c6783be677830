import { createReadStream } from 'node:fs';
import { pipeline, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { FileError } from '../errors.js';
import { createUnzstd, splitAtFrames, zstdProblem } from './zstd.js';

/** The records of a chunk are in memory together: those of larger chunks outlive a collection of garbage, which then takes longer. */
const chunkBytes = 64 * 1024;
const byteOrderMark = Buffer.of(0xef, 0xbb, 0xbf);

type Unpacker = (bytes: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>;

/** What unpacks a file, by the end of its name. */
export const unpackers: Readonly<Record<'.gz' | '.zst', Unpacker>> = {
  '.gz': (bytes) => unpack(bytes, createGunzip({ chunkSize: chunkBytes })),
  '.zst': (bytes) => unpack(splitAtFrames(bytes), createUnzstd()),
};

/** The end of a file's name that says that it is packed; undefined if it is not. */
export function packingOf(path: string): keyof typeof unpackers | undefined {
  return (['.gz', '.zst'] as const).find((end) => path.endsWith(end));
}

/** Throws a FileError where a file is packed in a way that this Node.js cannot unpack. */
export function checkPacking(path: string): void {
  if (packingOf(path) === '.zst' && zstdProblem) throw new FileError(`${path} cannot be read: ${zstdProblem}`);
}

/** A file's bytes, unpacked if its name says that it is; `onRead` hears how many bytes of the file were read so far. */
export async function* readFileBytes(path: string, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: chunkBytes });
  const packing = packingOf(path);
  try {
    for await (const chunk of packing ? unpackers[packing](file) : (file as AsyncIterable<Buffer>)) {
      onRead(file.bytesRead);
      yield chunk;
    }
  } catch (error) {
    throw new FileError(`${path} cannot be read to its end: ${(error as Error).message}`, { cause: error });
  } finally {
    file.destroy();
  }
}

async function* unpack(
  bytes: AsyncIterable<Buffer>,
  unpacker: Transform & { bytesWritten: number },
): AsyncGenerator<Buffer> {
  let given = 0;
  async function* counted() {
    for await (const chunk of bytes) {
      given += chunk.length;
      yield chunk;
    }
  }
  // The reader of the last stream gets the error of any of them.
  yield* pipeline(counted, unpacker, () => {}) as AsyncIterable<Buffer>;
  // Node.js ignores what follows a zero byte between two members of gzip.
  if (unpacker.bytesWritten < given) throw new Error('there is something behind the end of the packed data');
}

/** The bytes of standard input. */
export async function* readStandardInput(onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  let total = 0;
  for await (const chunk of process.stdin) {
    total += (chunk as Buffer).length;
    onRead(total);
    yield chunk as Buffer;
  }
}

/** The bytes behind the byte order mark that a file may begin with. */
export async function* withoutMark(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | null = Buffer.alloc(0);
  for await (const chunk of bytes) {
    if (start === null) yield chunk;
    else if ((start = Buffer.concat([start, chunk])).length >= byteOrderMark.length) {
      yield start.subarray(start.indexOf(byteOrderMark) === 0 ? byteOrderMark.length : 0);
      start = null;
    }
  }
  if (start !== null && start.length > 0) yield start;
}
