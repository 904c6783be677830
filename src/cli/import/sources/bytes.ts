import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { SourceError } from './source-error.js';

const chunkBytes = 256 * 1024;

/** A file's bytes, unpacked if its name ends in `.gz`; `onRead` hears how many bytes of the file were read so far. */
export async function* readFileBytes(path: string, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: chunkBytes });
  try {
    for await (const chunk of unpacked(file, path)) {
      onRead(file.bytesRead);
      yield chunk as Buffer;
    }
  } catch (error) {
    throw new SourceError(`${path} cannot be read to its end: ${(error as Error).message}`, { cause: error });
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

function unpacked(file: Readable, path: string): Readable {
  // An error of the file reaches the reader through the stream that it reads.
  return path.endsWith('.gz') ? pipeline(file, createGunzip({ chunkSize: chunkBytes }), () => {}) : file;
}
