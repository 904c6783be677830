import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { escapeControls } from '../../ingest/escape-controls.js';

export const format = 'Backup of streaming-analytics-api, format 1';

/** The line after the rows of a table. */
export const endOfRows = '\\.\n';

/**
 * The first line of a backup, as JSON. The rows of each table follow in the text format of COPY. The file is compressed
 * with gzip.
 */
export interface BackupHeader {
  format: typeof format;
  takenAt: string;
  /** The migrations that created the tables. */
  migrations: string[];
  /** `bounds` is SQL. */
  partitions: { table: string; name: string; bounds: string }[];
  sequences: { name: string; value: string }[];
  tables: { name: string; columns: string[] }[];
}

const bound = String.raw`\((?:MINVALUE|MAXVALUE|'[^'\\]+')\)`;
const validBounds = new RegExp(`^(?:DEFAULT|FOR VALUES FROM ${bound} TO ${bound})$`);

/** A longer first line is not a header. */
const maxHeaderBytes = 10_000_000;

/** PostgreSQL reads a row as a whole. The largest rows, of packed samples, have some megabytes. */
const largestRowBytes = 268_435_456;

const rowsEnd = `\n${endOfRows}`;

export class BackupError extends Error {}

/** Reads a backup in the order of its contents: the header, the rows of each table, the end. Throws a BackupError. */
export class BackupReader {
  private readonly chunks: AsyncIterator<Buffer>;
  /** After the header, begins with the line break before the next row. */
  private unread: Buffer = Buffer.alloc(0);

  constructor(
    bytes: AsyncIterable<Buffer>,
    private readonly maxRowBytes = largestRowBytes,
  ) {
    this.chunks = bytes[Symbol.asyncIterator]();
  }

  async header(): Promise<BackupHeader> {
    const chunks: Buffer[] = [];
    for (let bytes = 0; bytes < maxHeaderBytes && !chunks.at(-1)?.includes('\n');) {
      const next = await this.chunks.next();
      if (next.done) break;
      chunks.push(next.value);
      bytes += next.value.length;
    }
    const start = Buffer.concat(chunks);
    const [line = ''] = start.toString().split('\n', 1);
    this.unread = start.subarray(Buffer.byteLength(line));
    const header = readHeader(line);
    if (header) return header;
    const shown = escapeControls(line.length > 60 ? `${line.slice(0, 60)}…` : line);
    throw new BackupError(dumpOfPostgres(start) ?? `${notOurs}: line 1 is "${shown}"`);
  }

  /** Yields the rows of the next table in pieces, which may end within a row. */
  async *rows(): AsyncGenerator<Buffer> {
    let rowBytes = 0;
    for (let from = 1; ;) {
      const end = this.unread.indexOf(rowsEnd);
      // The last bytes may be the beginning of the end.
      const to = end >= 0 ? end + 1 : this.unread.length - rowsEnd.length + 1;
      if (to > from) {
        const piece = this.unread.subarray(from, to);
        const first = piece.indexOf('\n');
        rowBytes += first < 0 ? piece.length : first;
        if (rowBytes > this.maxRowBytes) throw new BackupError(`it has a row of more than ${this.maxRowBytes} bytes`);
        if (first >= 0) rowBytes = piece.length - piece.lastIndexOf('\n') - 1;
        yield piece;
        this.unread = this.unread.subarray(to);
        from = 0;
      }
      if (end >= 0) break;
      if (!(await this.more())) throw new BackupError('it is incomplete');
    }
    this.unread = this.unread.subarray(this.unread.indexOf(endOfRows) + endOfRows.length - 1);
  }

  async requireEnd(): Promise<void> {
    if (this.unread.length > 1 || (await this.more())) throw new BackupError('it continues after its last table');
  }

  private async more(): Promise<boolean> {
    const next = await this.chunks.next();
    if (!next.done) this.unread = Buffer.concat([this.unread, next.value]);
    return !next.done;
  }
}

function readHeader(line: string): BackupHeader | undefined {
  try {
    const header = JSON.parse(line) as BackupHeader;
    const { migrations, partitions, sequences, tables } = header;
    const texts = [
      ...migrations,
      ...partitions.flatMap(({ table, name }) => [table, name]),
      ...sequences.map(({ name }) => name),
      ...tables.flatMap(({ name, columns }) => [name, ...columns]),
    ];
    const isValid =
      texts.every((text) => typeof text === 'string') && partitions.every(({ bounds }) => validBounds.test(bounds));
    if (header.format === format && isValid) return header;
  } catch {
    // The line is not JSON, or lacks a property.
  }
  return undefined;
}

/** Unpacks a backup file. Throws a BackupError that describes the file if it is not packed with gzip. */
export async function* unpackBackup(file: string): AsyncGenerator<Buffer> {
  try {
    const start = Buffer.concat((await createReadStream(file, { end: 999 }).toArray()) as Buffer[]);
    const reason = reasonAgainst(start);
    if (reason !== undefined) throw new BackupError(reason);
    // The reader of the last stream gets the error of any stream.
    yield* pipeline(createReadStream(file), createGunzip(), () => {}) as AsyncIterable<Buffer>;
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

const notOurs = 'it is not a backup of this service';

function reasonAgainst(start: Buffer): string | undefined {
  const magic = start.toString('hex', 0, 4);
  if (start.length === 0) return 'it is empty';
  if (magic.startsWith('1f8b')) return undefined;
  if (magic === '28b52ffd') return 'it is compressed with zstd, but backups are compressed with gzip';
  if (start.includes(format)) return 'it is an uncompressed backup; compress it with gzip';
  return dumpOfPostgres(start) ?? `${notOurs}: it is not compressed with gzip`;
}

function dumpOfPostgres(start: Buffer): string | undefined {
  const text = start.toString('latin1', 0, 1_000);
  if (/^(PGDMP|toc\.dat)/.test(text)) return 'it is an archive of pg_dump; restore it with pg_restore';
  return /^-- PostgreSQL database (cluster )?dump/m.test(text)
    ? 'it is a dump of PostgreSQL; restore it with psql'
    : undefined;
}
