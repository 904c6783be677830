import { createReadStream, ReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { FileError } from '../file-error.js';
import { unpackZstd, zstdProblem } from './zstd.js';

const chunkBytes = 256 * 1024;

/** What unpacks a file, by the end of its name. */
const unpackers: Readonly<Record<string, (file: ReadStream) => AsyncIterable<Buffer>>> = {
  '.gz': unpackGzip,
  '.zst': unpackZstd,
};

/** The end of a file's name that says that it is packed; empty if it is not. */
export function packingOf(path: string): string {
  return Object.keys(unpackers).find((end) => path.endsWith(end)) ?? '';
}

/** Throws a FileError where a file is packed in a way that this Node.js cannot unpack. */
export function checkPacking(path: string): void {
  if (packingOf(path) === '.zst' && zstdProblem) throw new FileError(`${path} cannot be read: ${zstdProblem}`);
}

/** A file's bytes, unpacked if its name says that it is; `onRead` hears how many bytes of the file were read so far. */
export async function* readFileBytes(path: string, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: chunkBytes });
  try {
    const unpack = unpackers[packingOf(path)];
    for await (const chunk of unpack?.(file) ?? (file as AsyncIterable<Buffer>)) {
      onRead(file.bytesRead);
      yield chunk;
    }
  } catch (error) {
    throw new FileError(`${path} cannot be read to its end: ${(error as Error).message}`, { cause: error });
  } finally {
    file.destroy();
  }
}

async function* unpackGzip(file: ReadStream): AsyncGenerator<Buffer> {
  const unpacker = createGunzip({ chunkSize: chunkBytes });
  // An error of the file reaches the reader through the stream that it reads.
  yield* pipeline(file, unpacker, () => {}) as AsyncIterable<Buffer>;
  // Node.js passes over all that follows a zero byte between two members.
  if (unpacker.bytesWritten < file.bytesRead) throw new Error('there is something behind the end of the packed data');
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

/** Ends a read that waits for whoever writes to standard input. */
export function closeStandardInput(): void {
  process.stdin.destroy();
}
