import { createReadStream } from 'node:fs';
import { FileError } from '../../errors.js';
import { binaryProblem } from './look-alikes.js';
import { chunkBytes, findPacking, unpackers } from './packing.js';

const byteOrderMark = Buffer.of(0xef, 0xbb, 0xbf);
const [newline, carriageReturn] = [0x0a, 0x0d];

/**
 * Yields the text of a file ({@link textBytes}), unpacked if its name has the ending of a packed file. `onRead` receives
 * the number of bytes read so far.
 */
export async function* readFileBytes(path: string, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: chunkBytes });
  const packing = findPacking(path);
  try {
    for await (const chunk of textBytes(packing ? unpackers[packing](file) : file, path)) {
      onRead(file.bytesRead);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof FileError) throw error;
    const { message } = error as Error;
    const reason = message === 'incorrect header check' ? 'it is not compressed with gzip' : message;
    throw new FileError(`${path} cannot be read completely: ${reason}`, { cause: error });
  } finally {
    file.destroy();
  }
}

/**
 * Yields the bytes of a text after its byte order mark. If the first line ends in CR alone, each CR becomes LF. Throws a
 * FileError if the bytes begin like a binary file or UTF-16.
 */
export async function* textBytes(bytes: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  let isCr: boolean | undefined;
  for await (const chunk of inLargeChunks(bytes)) {
    const isFirst = isCr === undefined;
    const problem = isFirst ? binaryProblem(chunk) : undefined;
    if (problem !== undefined) throw new FileError(`${name}:1: ${problem}`);
    isCr ??= /^[^\r\n]*\r(?!\n)/.test(chunk.toString('latin1'));
    const text = isFirst && chunk.indexOf(byteOrderMark) === 0 ? chunk.subarray(byteOrderMark.length) : chunk;
    yield isCr ? (text.map((byte) => (byte === carriageReturn ? newline : byte)) as Buffer) : text;
  }
}

/** Joins small chunks, so that a record in many chunks is not copied once per chunk. */
async function* inLargeChunks(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    parts.push(chunk);
    length += chunk.length;
    if (length < chunkBytes) continue;
    yield Buffer.concat(parts);
    parts = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(parts);
}
