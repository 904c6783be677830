import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { FileError } from '../file-error.js';
import { unpackZstd, zstdProblem } from './zstd.js';

const chunkBytes = 256 * 1024;

/** What unpacks a file, by the end of its name. */
const unpackers: Readonly<Record<string, (file: Readable) => AsyncIterable<Buffer>>> = {
  // An error of the file reaches the reader through the stream that it reads.
  '.gz': (file) => pipeline(file, createGunzip({ chunkSize: chunkBytes }), () => {}),
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

/** The bytes of standard input. */
export async function* readStandardInput(onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  let total = 0;
  for await (const chunk of process.stdin) {
    total += (chunk as Buffer).length;
    onRead(total);
    yield chunk as Buffer;
  }
}
