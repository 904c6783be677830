import { isUtf8 } from 'node:buffer';
import { CsvError, parse, Parser } from 'csv-parse';
import { FileError } from '../file-error.js';
import { ImportKind } from '../import-kind.js';
import { CsvHeader } from './csv-header.js';
import { cutLongLine, longestLineBytes, notUtf8, tooLong } from './line-reader.js';
import { SourceRecord } from './source-record.js';

const byteOrderMark = Buffer.of(0xef, 0xbb, 0xbf);
/** Where a quote is not closed, all that follows is one record; a limit keeps it from filling the memory. */
const longestRecordBytes = 16 * 1024 * 1024;

/** What the parser's errors mean, by their codes; after any of them nobody can tell where the next record begins. */
const reasons: Readonly<Record<string, string>> = {
  CSV_INVALID_CLOSING_QUOTE: 'a quote ends a field before its end; within a quoted field a quote is written twice',
  INVALID_OPENING_QUOTE: 'a quote is in a field that does not begin with one',
  CSV_QUOTE_NOT_CLOSED: 'a quote is never closed',
  CSV_MAX_RECORD_SIZE: `the record is longer than ${longestRecordBytes} bytes; a quote may not be closed`,
};

/**
 * Reads CSV as RFC 4180 has it, in UTF-8, with a header. A field may be quoted, and an empty one is null. Each batch is
 * what one chunk of bytes holds. Throws a FileError where the header or the quotes are wrong.
 */
export async function* readCsv(
  bytes: AsyncIterable<Buffer>,
  kind: ImportKind,
  name: string,
): AsyncGenerator<SourceRecord[]> {
  const reader = new CsvReader(kind, name);
  for await (const chunk of withoutMark(bytes)) yield reader.push(chunk);
  yield reader.finish();
}

class CsvReader {
  private readonly parser: Parser;
  private header?: CsvHeader;
  /** Where the next record begins. */
  private line = 1;

  constructor(
    private readonly kind: ImportKind,
    private readonly name: string,
  ) {
    this.parser = parse({
      // A character for each byte, so that what is not UTF-8 is noticed and kept.
      encoding: 'latin1',
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      max_record_size: longestRecordBytes,
    });
    // It is looked at after each chunk.
    this.parser.on('error', () => {});
  }

  push(chunk: Buffer): SourceRecord[] {
    this.parser.write(chunk);
    return this.takeRecords();
  }

  finish(): SourceRecord[] {
    this.parser.end();
    const records = this.takeRecords();
    if (this.header === undefined) throw new FileError(`${this.name}:1: there is no header`);
    return records;
  }

  private takeRecords(): SourceRecord[] {
    const records: SourceRecord[] = [];
    for (let fields = this.read(); fields !== null; fields = this.read()) {
      const line = this.line;
      this.line += 1 + fields.reduce((sum, field) => sum + linesIn(field), 0);
      if (fields.length === 1 && fields[0] === '') continue;
      if (this.header) records.push(this.toRecord(this.header, line, fields));
      else this.header = this.readHeader(line, fields);
    }
    if (this.parser.errored) throw this.explain(this.parser.errored);
    return records;
  }

  private read(): string[] | null {
    return this.parser.read() as string[] | null;
  }

  private readHeader(line: number, fields: string[]): CsvHeader {
    const problem = CsvHeader.problemOf(this.kind, fields.map(decode));
    if (problem !== null) throw new FileError(`${this.name}:${line}: ${problem}`);
    return new CsvHeader(this.kind, fields);
  }

  private toRecord(header: CsvHeader, line: number, fields: string[]): SourceRecord {
    const bytes = fields.reduce((sum, field) => sum + field.length, 0);
    if (bytes > longestLineBytes) return withProblem(line, cutLongLine(toText(fields)), tooLong(longestLineBytes));
    if (fields.length !== header.size) {
      const problem = `has ${fields.length} fields, where the header has ${header.size}`;
      return withProblem(line, toText(fields), problem);
    }
    const texts = fields.map(decode);
    if (!texts.every((text) => text !== null)) return withProblem(line, toText(fields), notUtf8);
    return { line, record: header.toRecord(texts), problem: null, raw: '' };
  }

  private explain(error: Error): FileError {
    if (!(error instanceof CsvError)) return new FileError(`${this.name}: ${error.message}`, { cause: error });
    // The parser has the line of a quote in the wrong place; what is not closed began where the record did.
    const line = error.code === 'CSV_INVALID_CLOSING_QUOTE' ? Number(error.lines) : this.line;
    return new FileError(`${this.name}:${line}: ${reasons[error.code] ?? error.message}`, { cause: error });
  }
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

/** The text of bytes that stand for characters; null where they are not UTF-8. */
function decode(field: string): string | null {
  if (!/[\x80-\xff]/.test(field)) return field;
  const bytes = Buffer.from(field, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : null;
}

function linesIn(field: string): number {
  let count = 0;
  for (let at = field.indexOf('\n'); at !== -1; at = field.indexOf('\n', at + 1)) count += 1;
  return count;
}

function withProblem(line: number, raw: string, problem: string): SourceRecord {
  return { line, record: null, problem, raw };
}

/** The fields as a line of CSV again. */
function toText(fields: string[]): string {
  return fields.map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',');
}
