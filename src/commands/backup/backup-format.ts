/**
 * A backup is SQL as psql reads it, packed with gzip: comments that say what it is, statements of one line each, and the rows of
 * each table as COPY writes them.
 */
const title = '-- Backup of streaming-analytics-api, format 1';
const migrationMark = '-- migration ';

/** The last line: without it the file is incomplete. */
export const endLine = '-- end of the backup';

/** The file is no backup, or a broken one. */
export class BackupError extends Error {}

/** The first lines of a backup, which end with an empty one. */
export function writeHeader(takenAt: Date, migrations: readonly string[]): string {
  const lines = [title, `-- taken ${takenAt.toISOString()}`, ...migrations.map((name) => migrationMark + name), ''];
  return lines.map((line) => `${line}\n`).join('');
}

/** What stands in a backup, piece by piece. */
export type Piece =
  | { type: 'migrations'; names: string[] }
  | { type: 'statement'; sql: string }
  | { type: 'rows'; sql: string; rows: AsyncGenerator<Buffer> };

/** Reads a backup. The rows of a table must be read to their end before the next piece is asked for. */
export async function* readBackup(bytes: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  const reader = new ByteReader(bytes);
  if ((await reader.line()) !== title) throw new BackupError('it is no backup that npm run backup has made');
  const names: string[] = [];
  for (let line = await reader.line(); line !== ''; line = await reader.line()) {
    if (line === undefined) throw new BackupError('it is incomplete');
    if (line.startsWith(migrationMark)) names.push(line.slice(migrationMark.length));
  }
  yield { type: 'migrations', names };
  for (let line = await reader.line(); line !== endLine; line = await reader.line()) {
    if (line === undefined) throw new BackupError('it is incomplete');
    if (line.startsWith('COPY ')) yield { type: 'rows', sql: line.replace(/;$/, ''), rows: reader.rows() };
    else yield { type: 'statement', sql: line };
  }
}

const endOfRows = Buffer.from('\n\\.\n');

class ByteReader {
  private readonly chunks: AsyncIterator<Buffer>;
  private buffer: Buffer = Buffer.alloc(0);

  constructor(bytes: AsyncIterable<Buffer>) {
    this.chunks = bytes[Symbol.asyncIterator]();
  }

  /** The next line without its end; undefined where there is none. */
  async line(): Promise<string | undefined> {
    for (;;) {
      const end = this.buffer.indexOf(0x0a);
      if (end >= 0) {
        const line = this.buffer.toString('utf8', 0, end);
        this.buffer = this.buffer.subarray(end + 1);
        return line;
      }
      if (!(await this.more())) return undefined;
    }
  }

  /** The bytes up to a line that is `\.`, which is left out. */
  async *rows(): AsyncGenerator<Buffer> {
    // The line before the first row ended with the line break that the mark begins with.
    this.buffer = Buffer.concat([endOfRows.subarray(0, 1), this.buffer]);
    let isFirst = true;
    for (;;) {
      const end = this.buffer.indexOf(endOfRows);
      const length = end >= 0 ? end + 1 : this.buffer.length - endOfRows.length;
      if (length > 0) {
        const rows = this.buffer.subarray(isFirst ? 1 : 0, length);
        isFirst = false;
        this.buffer = this.buffer.subarray(length);
        if (rows.length > 0) yield rows;
      }
      if (end >= 0) {
        this.buffer = this.buffer.subarray(endOfRows.length - 1);
        return;
      }
      if (!(await this.more())) throw new BackupError('it is incomplete');
    }
  }

  private async more(): Promise<boolean> {
    const next = await this.chunks.next();
    if (next.done === true) return false;
    this.buffer = this.buffer.length === 0 ? next.value : Buffer.concat([this.buffer, next.value]);
    return true;
  }
}
