import { isUtf8 } from 'node:buffer';
import { CsvError, parse, Parser } from 'csv-parse';
import { FileError, shown } from '../../errors.js';
import { badRecord, InputRecord } from '../input.js';
import { Column, Kind } from '../../kinds/kind.js';
import { otherSourceProblem } from '../other-sources.js';
import { textBytes } from './bytes.js';
import { cutLongLine, longestLineBytes, notUtf8, tooLong } from './lines.js';

/** If a quote is not closed, the rest of the file is one record; the limit keeps it from filling the memory. */
const longestRecordBytes = 8 * 1024 * 1024;
const neverEnds = `the record is longer than ${longestRecordBytes} bytes; a closing quote may be missing`;

/** The meanings of the parser's errors by code. After any of them, the start of the next record is unknown. */
const reasons: Readonly<Record<string, string>> = {
  CSV_INVALID_CLOSING_QUOTE: 'there is text after a closing quote; within a quoted field, write each quote twice',
  INVALID_OPENING_QUOTE: 'an unquoted field contains a quote',
  CSV_QUOTE_NOT_CLOSED: 'a closing quote is missing',
  CSV_MAX_RECORD_SIZE: neverEnds,
};

/**
 * Reads CSV according to RFC 4180, in UTF-8, with a header. A field may be quoted; an empty field is null. Each batch
 * contains the records of one chunk of bytes. Throws a FileError if the header or the quotes are wrong.
 */
export async function* readCsv(bytes: AsyncIterable<Buffer>, kind: Kind, name: string): AsyncGenerator<InputRecord[]> {
  const reader = new CsvReader(kind, name);
  for await (const chunk of textBytes(bytes)) yield reader.push(chunk);
  yield reader.finish();
}

const quote = 0x22;

class CsvReader {
  /** Reads from the chunk with the first quote on. */
  private parser?: Parser;
  /** Number of lines before the parser's first line. */
  private linesBefore = 0;
  private header?: Column[];
  private line = 1;
  /** The beginning of a line, until the parser starts. */
  private rest = '';
  /** Number of bytes since the end of the last record: the parser's own limit does not count commas. */
  private unfinishedBytes = 0;

  constructor(
    private readonly kind: Kind,
    private readonly name: string,
  ) {}

  push(chunk: Buffer): InputRecord[] {
    this.unfinishedBytes += chunk.length;
    if (!this.parser && chunk.includes(quote)) this.startParser();
    const records: InputRecord[] = [];
    if (this.parser) {
      this.parser.write(chunk);
      this.takeAll(this.parser, records);
    } else this.cut(chunk.toString('latin1'), records);
    if (this.unfinishedBytes > longestRecordBytes) throw new FileError(`${this.name}:${this.line}: ${neverEnds}`);
    return records;
  }

  finish(): InputRecord[] {
    const records: InputRecord[] = [];
    if (this.parser) {
      this.parser.end();
      this.takeAll(this.parser, records);
    } else if (this.rest !== '') this.take(this.rest.split(','), 1, records);
    if (this.header === undefined) throw new FileError(`${this.name}:1: the header is missing`);
    return records;
  }

  /** Without quotes, each comma and each line break ends a field. Finding them takes a fraction of the parser's time. */
  private cut(chunk: string, records: InputRecord[]): void {
    const text = this.rest + chunk;
    let from = 0;
    for (let to; (to = text.indexOf('\n', from)) !== -1; from = to + 1) {
      const end = to > from && text[to - 1] === '\r' ? to - 1 : to;
      this.take(text.slice(from, end).split(','), 1, records);
    }
    this.rest = text.slice(from);
  }

  private startParser(): void {
    this.linesBefore = this.line - 1;
    this.parser = parse({
      // One character per byte, so that text that is not UTF-8 is noticed and kept.
      encoding: 'latin1',
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      max_record_size: longestRecordBytes,
    });
    // takeAll checks for an error after each chunk.
    this.parser.on('error', () => {});
    this.parser.write(Buffer.from(this.rest, 'latin1'));
  }

  private takeAll(parser: Parser, records: InputRecord[]): void {
    for (let fields; (fields = parser.read() as string[] | null) !== null;) {
      this.take(fields, 1 + fields.reduce((sum, field) => sum + linesIn(field), 0), records);
    }
    if (parser.errored) throw this.explain(parser.errored);
  }

  private take(fields: string[], lines: number, records: InputRecord[]): void {
    const line = this.line;
    this.unfinishedBytes = 0;
    this.line += lines;
    if (fields.length === 1 && fields[0] === '') return;
    if (this.header) records.push(toRecord(this.header, line, fields));
    else this.header = this.readHeader(line, fields);
  }

  private readHeader(line: number, fields: string[]): Column[] {
    const names = fields.map(decode);
    const problem = names.includes(null) ? `the header ${notUtf8}` : headerProblem(this.kind, names);
    if (problem !== null) throw new FileError(`${this.name}:${line}: ${problem}`);
    return fields.flatMap((name) => this.kind.columns.filter((column) => column.name === name));
  }

  private explain(error: Error): FileError {
    if (!(error instanceof CsvError)) return new FileError(`${this.name}: ${error.message}`, { cause: error });
    // The parser reports the wrong line for a quote; an unclosed quote is reported at the start of its record.
    const isInside = error.code === 'CSV_INVALID_CLOSING_QUOTE';
    const line = isInside ? this.linesBefore + Number(error.lines) : this.line;
    return new FileError(`${this.name}:${line}: ${reasons[error.code] ?? error.message}`, { cause: error });
  }
}

function headerProblem(kind: Kind, names: readonly (string | null)[]): string | null {
  const columns = kind.columns.filter((column) => !column.derived);
  const list = (some: readonly Column[]) => some.map(({ name }) => name).join(', ');
  const unknown = names.find((name) => !columns.some((column) => column.name === name));
  if (unknown !== undefined) {
    const problem = otherSourceProblem(Object.fromEntries(names.map((name) => [name, null])));
    if (problem !== undefined) return `the header ${problem}`;
    return `unknown column ${shown(unknown)}; the columns of ${kind.name} are ${list(columns)}`;
  }
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) return `the column ${repeated} occurs twice`;
  const missing = columns.filter(({ name, optional }) => !optional && !names.includes(name));
  if (missing.length === 0) return null;
  const optional = columns.filter((column) => column.optional);
  const more = optional.length > 0 ? `; the optional columns of ${kind.name} are ${list(optional)}` : '';
  return `missing column ${list(missing)}${more}`;
}

/** Makes a record as JSON would contain it. An empty field is null. */
function toRecord(header: readonly Column[], line: number, fields: string[]): InputRecord {
  let bytes = fields.length - 1;
  for (const field of fields) bytes += field.length;
  if (bytes > longestLineBytes) return badRecord(line, tooLong, cutLongLine(toText(fields)));
  if (fields.length !== header.length) {
    return badRecord(line, `has ${fields.length} fields, but the header has ${header.length}`, toText(fields));
  }
  const record: Record<string, unknown> = {};
  for (let index = 0; index < header.length; index++) {
    const { name, type } = header[index]!;
    const text = decode(fields[index] ?? '');
    if (text === null) return badRecord(line, notUtf8, toText(fields));
    record[name] = text === '' ? null : (type.fromCsv?.(text) ?? text);
  }
  return { line, record, problem: null, raw: '' };
}

/** Decodes bytes that are stored as characters; null if they are not UTF-8. */
function decode(field: string): string | null {
  if (!/[\x80-\xff]/.test(field)) return field;
  const bytes = Buffer.from(field, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : null;
}

function linesIn(field: string): number {
  return field.split('\n').length - 1;
}

function toText(fields: string[]): string {
  return fields.map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',');
}
