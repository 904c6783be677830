const maxLineBytes = 1_000_000;

const lineEnd = 0x0a;
const endOfRows = Buffer.from('\n\\.\n');

/**
 * Reads lines and rows of COPY from bytes, and counts the lines. Rows may have any length, since the reader never holds
 * a whole row.
 */
export class ByteReader {
  lines = 0;
  private readonly chunks: AsyncIterator<Buffer>;
  private buffer: Buffer = Buffer.alloc(0);

  constructor(bytes: AsyncIterable<Buffer>) {
    this.chunks = bytes[Symbol.asyncIterator]();
  }

  /** Returns the next line without its line break, or the first megabyte of a longer line; undefined at the end. */
  async line(): Promise<string | undefined> {
    let end = this.buffer.indexOf(lineEnd);
    while (end < 0 && this.buffer.length < maxLineBytes) {
      if (!(await this.more())) return undefined;
      end = this.buffer.indexOf(lineEnd);
    }
    const length = end < 0 ? maxLineBytes : end;
    const text = this.buffer.toString('utf8', 0, length);
    this.buffer = this.buffer.subarray(end < 0 ? length : length + 1);
    this.lines += 1;
    return text;
  }

  /** Yields the bytes before a line `\.`. Returns whether that line was found. */
  async *rows(): AsyncGenerator<Buffer, boolean> {
    // The mark begins with a line break, which here is the end of the line before the first row.
    this.buffer = Buffer.concat([endOfRows.subarray(0, 1), this.buffer]);
    this.lines -= 1;
    let isFirst = true;
    for (;;) {
      const end = this.buffer.indexOf(endOfRows);
      const length = end >= 0 ? end + 1 : this.buffer.length - endOfRows.length;
      if (length > 0) {
        const rows = this.buffer.subarray(isFirst ? 1 : 0, length);
        isFirst = false;
        this.skip(length);
        if (rows.length > 0) yield rows;
      }
      if (end >= 0) {
        this.skip(endOfRows.length - 1);
        return true;
      }
      if (!(await this.more())) return false;
    }
  }

  async isAtEnd(): Promise<boolean> {
    return this.buffer.length === 0 && !(await this.more());
  }

  private skip(length: number): void {
    for (let at = this.buffer.indexOf(lineEnd); at >= 0 && at < length; at = this.buffer.indexOf(lineEnd, at + 1)) {
      this.lines += 1;
    }
    this.buffer = this.buffer.subarray(length);
  }

  private async more(): Promise<boolean> {
    const next = await this.chunks.next();
    if (next.done === true) return false;
    this.buffer = this.buffer.length === 0 ? next.value : Buffer.concat([this.buffer, next.value]);
    return true;
  }
}
