import { createReadStream } from 'node:fs';
import { pipeline, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { startsAsUtf16 } from '../../../config/text-file.js';
import { FileError } from '../../errors.js';
import { createUnzstd, splitAtFrames, zstdProblem } from './zstd.js';

/** The records of a chunk are in memory together. Records of larger chunks survive a garbage collection, which makes it slower. */
const chunkBytes = 64 * 1024;
const byteOrderMark = Buffer.of(0xef, 0xbb, 0xbf);
const [newline, carriageReturn] = [0x0a, 0x0d];

type Unpacker = (bytes: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>;

export const unpackers: Readonly<Record<'.gz' | '.zst', Unpacker>> = {
  '.gz': (bytes) => unpack(bytes, createGunzip({ chunkSize: chunkBytes })),
  '.zst': (bytes) => unpack(splitAtFrames(bytes), createUnzstd()),
};

export function packingOf(path: string): keyof typeof unpackers | undefined {
  return (['.gz', '.zst'] as const).find((end) => path.endsWith(end));
}

/** Throws a FileError if this Node.js cannot unpack the compression of a file. */
export function checkPacking(path: string): void {
  if (packingOf(path) === '.zst' && zstdProblem) throw new FileError(`${path} cannot be read: ${zstdProblem}`);
}

/**
 * Yields the bytes of a file, unpacked if its name has the ending of a packed file. `onRead` receives the number of
 * bytes read so far.
 */
export async function* readFileBytes(path: string, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: chunkBytes });
  const packing = packingOf(path);
  try {
    for await (const chunk of refuseUtf16(packing ? unpackers[packing](file) : file, path)) {
      onRead(file.bytesRead);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError(`${path} cannot be read completely: ${(error as Error).message}`, { cause: error });
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
  // The reader of the last stream gets the error of any stream.
  yield* pipeline(counted, unpacker, () => {}) as AsyncIterable<Buffer>;
  // Node.js ignores data after a zero byte between two gzip members.
  if (unpacker.bytesWritten < given) throw new Error('there is data after the end of the compressed data');
}

export async function* readStandardInput(onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  let total = 0;
  for await (const chunk of refuseUtf16(process.stdin, 'standard input')) {
    total += chunk.length;
    onRead(total);
    yield chunk;
  }
}

/** Throws a FileError if bytes begin like UTF-16: each of their lines would be a bad record. */
async function* refuseUtf16(bytes: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  let start: Buffer | null = Buffer.alloc(0);
  for await (const chunk of bytes) {
    if (start !== null) start = Buffer.concat([start, chunk.subarray(0, 2)]);
    if (start !== null && startsAsUtf16(start)) {
      throw new FileError(`${name}:1: the file is not UTF-8, but looks like UTF-16. Save it as UTF-8`);
    }
    if (start !== null && start.length > 1) start = null;
    yield chunk;
  }
}

/** Yields the bytes of a text after its byte order mark. If the first line ends in CR alone, each CR becomes LF. */
export function textBytes(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  return withLf(withoutMark(bytes));
}

async function* withLf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isCr: boolean | undefined;
  let held = Buffer.alloc(0);
  for await (const next of bytes) {
    const chunk = held.length > 0 ? Buffer.concat([held, next]) : next;
    // The byte after a CR at the end of a chunk is not yet known.
    const isOpen = isCr === undefined && chunk.at(-1) === carriageReturn;
    const whole = isOpen ? chunk.subarray(0, -1) : chunk;
    held = isOpen ? Buffer.of(carriageReturn) : Buffer.alloc(0);
    isCr ??= firstLineEndsInCr(whole);
    if (whole.length > 0) yield isCr ? crToLf(whole) : whole;
  }
  if (held.length > 0) yield isCr === false ? held : crToLf(held);
}

/** Undefined if no line ends. */
function firstLineEndsInCr(bytes: Buffer): boolean | undefined {
  const lf = bytes.indexOf(newline);
  const cr = bytes.subarray(0, lf === -1 ? bytes.length : lf).indexOf(carriageReturn);
  if (cr === -1) return lf === -1 ? undefined : false;
  return cr + 1 !== lf;
}

function crToLf(bytes: Buffer): Buffer {
  return bytes.map((byte) => (byte === carriageReturn ? newline : byte)) as Buffer;
}

async function* withoutMark(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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
