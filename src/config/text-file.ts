import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';

const newline = 0x0a;

/** A file does not contain UTF-8 text. */
export class NotUtf8Error extends Error {
  constructor(
    /** The first line that is not UTF-8, counted from 1. */
    readonly line: number,
    bytes: Buffer,
  ) {
    super(`is not UTF-8${startsAsUtf16(bytes) ? ', but looks like UTF-16' : ''}. Save the file as UTF-8.`);
  }
}

/** Reads a text file, removes the byte order mark and converts line ends to LF. Throws a {@link NotUtf8Error}. */
export function readText(file: string): string {
  const bytes = readFileSync(file);
  if (!isText(bytes)) throw new NotUtf8Error(firstBadLine(bytes), bytes);
  return bytes
    .toString()
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n');
}

/** True if a text starts with the byte order mark of UTF-16, or with an ASCII character in UTF-16 or UTF-32. */
export function startsAsUtf16([first, second]: Buffer): boolean {
  if (first === undefined || second === undefined) return false;
  return first === 0 || second === 0 || (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** UTF-16 without a byte order mark is valid UTF-8 with NUL characters. */
function isText(bytes: Buffer): boolean {
  return isUtf8(bytes) && !bytes.includes(0);
}

function firstBadLine(bytes: Buffer): number {
  let line = 1;
  for (
    let from = 0, to;
    (to = bytes.indexOf(newline, from)) !== -1 && isText(bytes.subarray(from, to));
    from = to + 1
  ) {
    line += 1;
  }
  return line;
}
