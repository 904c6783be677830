import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BackupError, title } from './backup-format.js';

const gzip = Buffer.from([0x1f, 0x8b]);
const zstd = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** Unpacks a backup file. Throws a BackupError that describes the file if it is not a backup. */
export async function* unpackBackup(file: string): AsyncGenerator<Buffer> {
  try {
    const chunks = createReadStream(file)[Symbol.asyncIterator]() as AsyncGenerator<Buffer>;
    const first = await chunks.next();
    if (first.done === true) throw new BackupError('it is empty');
    refuse(reasonAgainst(first.value));
    // The reader of the last stream gets the error of any stream.
    const unpacked = pipeline(startingWith(first.value, chunks), createGunzip(), () => {}) as AsyncIterable<Buffer>;
    let isFirst = true;
    for await (const chunk of unpacked) {
      if (isFirst) refuse(dumpOfPostgres(chunk));
      isFirst = false;
      yield chunk;
    }
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new BackupError(reasons[code] ?? `it cannot be read (${message})`, { cause: error });
  }
}

const reasons: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  Z_BUF_ERROR: 'it is incomplete',
  Z_DATA_ERROR: 'it is damaged',
};

async function* startingWith(first: Buffer, others: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* others;
}

function refuse(reason: string | undefined): void {
  if (reason !== undefined) throw new BackupError(reason);
}

function reasonAgainst(start: Buffer): string | undefined {
  if (start.subarray(0, gzip.length).equals(gzip)) return undefined;
  if (start.subarray(0, zstd.length).equals(zstd))
    return 'it is compressed with zstd, but backups are compressed with gzip';
  if (start.toString('latin1').startsWith(title)) return 'it is an uncompressed backup; compress it with gzip';
  return dumpOfPostgres(start) ?? 'it is not a backup of this service: it is not compressed with gzip';
}

function dumpOfPostgres(start: Buffer): string | undefined {
  const text = start.toString('latin1', 0, 1_000);
  if (/^(PGDMP|toc\.dat)/.test(text)) return 'it is an archive of pg_dump; restore it with pg_restore';
  return /^-- PostgreSQL database (cluster )?dump/m.test(text)
    ? 'it is a dump of PostgreSQL; restore it with psql'
    : undefined;
}
