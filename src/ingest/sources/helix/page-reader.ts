import { isUtf8 } from 'node:buffer';
import { cutLongLine, maxLineBytes, notUtf8, parseJson } from '../formats/text.js';
import { badRecord, InputRecord } from '../input.js';
import { isPage, pageRecord } from './pages.js';

/** A page of 100 streams is hundreds of times shorter. */
const maxPageBytes = 16 * 1024 * 1024;
const maxPageLines = 100_000;
const tooLongPage = `is longer than ${maxPageBytes} bytes or ${maxPageLines} lines`;
const shortestPage = '{"data":[]}';
const brokenOff = 'is not JSON or is cut off';

const [newline, quote, backslash, comma] = [0x0a, 0x22, 0x5c, 0x2c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
const blanks = [0x20, 0x09, 0x0d];
/** Includes the byte order mark of a file that was appended. */
const betweenPages = new Set([...blanks, comma, openBracket, closeBracket, 0xef, 0xbb, 0xbf]);

/** Reads consecutive pages, or pages in an array. Line breaks may be anywhere between pages and in them. */
export async function* readPages(bytes: AsyncIterable<Buffer>): AsyncGenerator<InputRecord[]> {
  const pages = new PageReader();
  for await (const chunk of bytes) yield pages.push(chunk);
  yield pages.finish();
}

/** The part being read: nothing yet, a page, something else up to the end of its line, or the rest of a skipped line. */
type Part = 'between' | 'page' | 'other' | 'left out';

/** Finds the start and end of pages, and parses each page once. A page extends from a brace to its closing brace. */
class PageReader {
  private bytes: Buffer = Buffer.alloc(0);
  private records: InputRecord[] = [];
  private part: Part = 'between';
  /** Positions in the bytes: the next byte, and the start of the part. */
  private at = 0;
  private start = 0;
  /** The number of the current line, and of the line in which the part began. */
  private line = 1;
  private startLine = 1;
  private openBrackets = 0;
  private isInText = false;
  private isEscaped = false;

  push(chunk: Buffer): InputRecord[] {
    this.bytes = Buffer.concat([this.bytes, chunk]);
    const { bytes } = this;
    while (this.at < bytes.length) {
      if (this.part === 'page') this.readPage(bytes);
      else this.read(bytes[this.at]!);
    }
    if (this.isRecord && this.at - this.start > maxPageBytes) this.end('left out', this.at);
    const done = this.isRecord ? this.start : this.at;
    this.bytes = bytes.subarray(done);
    this.at -= done;
    this.start -= done;
    return this.records.splice(0);
  }

  finish(): InputRecord[] {
    if (!this.endsPage(this.at)) this.end('between', this.at);
    return this.records.splice(0);
  }

  private get isRecord(): boolean {
    return this.part === 'page' || this.part === 'other';
  }

  private read(byte: number): void {
    if (byte === newline) return this.endLine();
    if (byte === openBrace && this.part !== 'left out') this.begin('page');
    else if (this.part === 'between' && !betweenPages.has(byte)) this.begin('other');
    this.at += 1;
  }

  private begin(part: Part): void {
    this.end(part, this.at);
    this.start = this.at;
    this.startLine = this.line;
    this.openBrackets = 1;
    this.isInText = false;
    this.isEscaped = false;
  }

  /** Reads to the end of the page, the line or the chunk. The loop runs for every byte, so it calls no functions. */
  private readPage(bytes: Buffer): void {
    let { at, openBrackets, isInText, isEscaped } = this;
    while (at < bytes.length && openBrackets > 0 && bytes[at] !== newline) {
      const byte = bytes[at++]!;
      if (isEscaped) isEscaped = false;
      else if (isInText) {
        isEscaped = byte === backslash;
        isInText = byte !== quote;
      } else if (byte === quote) isInText = true;
      else if (byte === openBrace || byte === openBracket) openBrackets += 1;
      else if (byte === closeBrace || byte === closeBracket) openBrackets -= 1;
    }
    this.at = at;
    this.openBrackets = openBrackets;
    this.isInText = isInText;
    this.isEscaped = isEscaped;
    if (openBrackets === 0) this.end('between', at);
    else if (at < bytes.length) this.endLine();
  }

  /** JSON strings do not contain line breaks. */
  private endLine(): void {
    const end = this.at++;
    if (this.part !== 'page' || this.isInText) this.end('between', end);
    else if (!this.endsPage(end) && this.line - this.startLine >= maxPageLines) this.end('between', end, true);
    this.line += 1;
  }

  /** A whole page in a line of its own shows that the previous page was broken off. */
  private endsPage(end: number): boolean {
    const lineBreak = this.bytes.lastIndexOf(newline, end - 1);
    if (this.part !== 'page' || lineBreak < this.start || end - lineBreak <= shortestPage.length) return false;
    const line = this.bytes.subarray(lineBreak + 1, end);
    if (line[0] !== openBrace || !line.includes('"data"')) return false;
    const text = line.toString().replace(/[\s,\]]+$/, '');
    const value = text.endsWith('}') ? parseJson(text) : undefined;
    if (!isPage(value)) return false;
    this.end('between', lineBreak);
    this.records.push(pageRecord(this.line, value, text));
    return true;
  }

  /** Ends the part at a position, and begins another part. A page or something else becomes a record, good or bad. */
  private end(next: Part, end: number, hasTooManyLines = false): void {
    if (this.isRecord) {
      const bytes = this.bytes.subarray(this.start, end);
      this.records.push(toRecord(this.startLine, bytes, hasTooManyLines || bytes.length > maxPageBytes));
    }
    this.part = next;
  }
}

function toRecord(line: number, bytes: Buffer, isTooLong: boolean): InputRecord {
  const isText = isUtf8(bytes);
  // Latin-1 has a character for every byte, so the text keeps the original bytes.
  const text = bytes.toString(isText ? 'utf8' : 'latin1');
  const value = isTooLong || !isText ? undefined : parseJson(text);
  if (value !== undefined) return pageRecord(line, value, text);
  const problem = isTooLong ? tooLongPage : isText ? brokenOff : notUtf8;
  const isCut = isTooLong || bytes.length > maxLineBytes;
  return badRecord(line, problem, isCut ? cutLongLine(text) : text.trimEnd());
}
