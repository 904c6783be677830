import { isUtf8 } from 'node:buffer';

const newline = 0x0a;
const byteOrderMark = '\uFEFF';
const keptOfLongLine = 1_000;

/** A longer line is no record but a fault. */
export const longestLineBytes = 1024 * 1024;
export const notUtf8 = 'is not UTF-8';

export function tooLong(bytes: number): string {
  return `is longer than ${bytes} bytes`;
}

/** The beginning of a line that is too long to keep. */
export function cutLongLine(text: string): string {
  return `${text.slice(0, keptOfLongLine)}…`;
}

/** A line of text without its end, or why it is none. */
export interface Line {
  /** From 1. */
  number: number;
  text: string;
  problem: string | null;
}

/** Cuts bytes into lines of UTF-8, holding no more than one unfinished line. */
export class LineReader {
  private rest: Buffer = Buffer.alloc(0);
  private count = 0;
  private isPassingLongLine = false;

  constructor(private readonly longestBytes = longestLineBytes) {}

  /** The lines that end in this chunk. */
  push(chunk: Buffer): Line[] {
    const end = chunk.lastIndexOf(newline) + 1;
    let begin = 0;
    if (this.isPassingLongLine) {
      if (end === 0) return [];
      this.isPassingLongLine = false;
      begin = chunk.indexOf(newline) + 1;
    }
    const lines: Line[] = [];
    if (end > begin) this.cut(this.joinRest(chunk.subarray(begin, end)), lines);
    this.keepRest(chunk.subarray(end), lines);
    return lines;
  }

  /** The last line, if it has no end of line. */
  finish(): Line[] {
    const lines: Line[] = [];
    if (this.rest.length > 0) this.cut(Buffer.concat([this.rest, Buffer.of(newline)]), lines);
    return lines;
  }

  private joinRest(bytes: Buffer): Buffer {
    const joined = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
    this.rest = Buffer.alloc(0);
    return joined;
  }

  private keepRest(bytes: Buffer, lines: Line[]): void {
    this.rest = this.rest.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.rest, bytes]);
    if (this.rest.length <= this.longestBytes) return;
    lines.push(this.toLine(this.rest));
    this.rest = Buffer.alloc(0);
    this.isPassingLongLine = true;
  }

  /** Bytes that end in a newline. Nearly always the whole of them is sound, and then one call decodes them all. */
  private cut(bytes: Buffer, lines: Line[]): void {
    if (bytes.length > this.longestBytes || !isUtf8(bytes)) {
      for (let from = 0; from < bytes.length;) {
        const to = bytes.indexOf(newline, from);
        lines.push(this.toLine(bytes.subarray(from, to)));
        from = to + 1;
      }
      return;
    }
    const text = bytes.toString('utf8');
    for (let from = 0; from < text.length;) {
      const to = text.indexOf('\n', from);
      lines.push(this.numbered(text.slice(from, to), null));
      from = to + 1;
    }
  }

  private toLine(bytes: Buffer): Line {
    if (bytes.length > this.longestBytes) {
      const start = bytes.subarray(0, keptOfLongLine + 1).toString('latin1');
      return this.numbered(cutLongLine(start), tooLong(this.longestBytes));
    }
    if (isUtf8(bytes)) return this.numbered(bytes.toString('utf8'), null);
    // Latin-1 has a character for every byte, so that the text keeps what was there.
    return this.numbered(bytes.toString('latin1'), notUtf8);
  }

  private numbered(text: string, problem: string | null): Line {
    this.count += 1;
    const isMarked = this.count === 1 && text.startsWith(byteOrderMark);
    return { number: this.count, text: isMarked ? text.slice(1) : text, problem };
  }
}
