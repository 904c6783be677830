import { isUtf8 } from 'node:buffer';
import { ByteBuffer } from './byte-buffer.js';
import { textBytes } from './bytes.js';

const newline = 0x0a;
const keptOfLongLine = 1_000;

/** A longer line is a bad record. */
export const longestLineBytes = 1024 * 1024;
export const notUtf8 = 'is not UTF-8';
export const tooLong = `is longer than ${longestLineBytes} bytes`;

export function cutLongLine(text: string): string {
  return `${text.slice(0, keptOfLongLine)}…`;
}

/** A line of text without its line break, or the problem of the line. */
export interface Line {
  /** From 1. */
  number: number;
  text: string;
  problem: string | null;
}

/**
 * Splits bytes into lines of UTF-8: a batch of lines per chunk. Counts and skips empty lines. Holds at most one unfinished line.
 */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line[]> {
  const rest = new ByteBuffer();
  let number = 1;
  let isInLongLine = false;
  for await (const chunk of textBytes(chunks)) {
    const from = isInLongLine ? chunk.indexOf(newline) + 1 : 0;
    if (isInLongLine && from === 0) continue;
    isInLongLine = false;
    const end = Math.max(from, chunk.lastIndexOf(newline) + 1);
    const lines: Line[] = [];
    if (end > from) number = cutLines(rest.finish(chunk.subarray(from, end)), number, lines);
    rest.add(chunk.subarray(end));
    if (rest.length > longestLineBytes) {
      lines.push(toLine(rest.finish(), number++));
      isInLongLine = true;
    }
    yield lines;
  }
  if (rest.length > 0) yield [toLine(rest.finish(), number)];
}

/** Splits bytes that end in a newline, and returns the number of the next line. */
function cutLines(bytes: Buffer, first: number, lines: Line[]): number {
  let number = first;
  for (let from = 0, to; from < bytes.length; from = to + 1, number++) {
    to = bytes.indexOf(newline, from);
    if (to > from) lines.push(toLine(bytes.subarray(from, to), number));
  }
  return number;
}

function toLine(bytes: Buffer, number: number): Line {
  if (bytes.length > longestLineBytes) {
    const start = bytes.subarray(0, keptOfLongLine + 1).toString('latin1');
    return { number, text: cutLongLine(start), problem: tooLong };
  }
  if (isUtf8(bytes)) return { number, text: bytes.toString('utf8'), problem: null };
  // Latin-1 has a character for every byte, so the text keeps the original bytes.
  return { number, text: bytes.toString('latin1'), problem: notUtf8 };
}
