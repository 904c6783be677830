import { FileError } from '../../errors.js';
import { badRecord, goodRecord, InputRecord } from '../input.js';
import { KindColumn, Kind } from '../../kinds/kind.js';
import { headerProblem, detectSeparator } from './csv-header.js';
import { csvProblem } from './look-alikes.js';
import { cutLongLine, decode, maxLineBytes, notUtf8, tooLong } from './text.js';

/** If a quote is not closed, the rest of the file is one record; the limit keeps it from filling the memory. */
const maxRecordBytes = 8 * 1024 * 1024;
const neverEnds = `the record is longer than ${maxRecordBytes} bytes; a closing quote may be missing`;

const textAfterQuote = 'there is text after a closing quote; within a quoted field, write each quote twice';

/** A row without such a character is blank. */
const valueCharacter = /[^\s,;"]/;
/** A line that some programs write for Excel. The header shows the separator too. */
const separatorLine = /^"?sep=[,;\t"]*$/i;

/**
 * Reads CSV according to RFC 4180, in UTF-8, with a header, as spreadsheets write it: separated by commas, semicolons or
 * tabs, with blank rows and unnamed empty columns, which are skipped. A field may be quoted; an empty field is null. Each
 * batch contains the records of one chunk of bytes. Throws a FileError if the header or the quotes are wrong.
 */
export async function* readCsv(bytes: AsyncIterable<Buffer>, name: string, kind: Kind): AsyncGenerator<InputRecord[]> {
  const reader = new CsvReader(kind, name);
  // One character per byte, so that text that is not UTF-8 is noticed and kept.
  for await (const chunk of bytes) yield reader.push(chunk.toString('latin1'));
  yield reader.finish();
}

/** The columns of the fields. A field without a name has no column, and must be blank. */
type Header = readonly (KindColumn | undefined)[];

/** Joins the parts of a text that was split at a separator, where the separator is within quotes. */
class QuotedParts {
  joined = '';
  private isQuoted = false;

  constructor(private readonly separator: string) {}

  /** Returns the joined parts once their number of quotes is even. */
  add(part: string): string | undefined {
    if (part.includes('"') && part.split('"').length % 2 === 0) this.isQuoted = !this.isQuoted;
    const joined = this.joined + part;
    this.joined = this.isQuoted ? joined + this.separator : '';
    return this.isQuoted ? undefined : joined;
  }
}

class CsvReader {
  private header?: Header;
  private separator = '';
  /** The first line of the record being read. */
  private line = 1;
  private readonly record = new QuotedParts('\n');
  /** The beginning of a line. */
  private rest = '';

  constructor(
    private readonly kind: Kind,
    private readonly name: string,
  ) {}

  push(chunk: string): InputRecord[] {
    const records: InputRecord[] = [];
    const lines = (this.rest + chunk).split('\n');
    this.rest = lines.pop()!;
    for (const line of lines) {
      const record = this.record.add(line);
      if (record !== undefined) this.take(record, records);
    }
    if (this.record.joined.length + this.rest.length > maxRecordBytes) throw this.error(neverEnds);
    return records;
  }

  finish(): InputRecord[] {
    const records: InputRecord[] = [];
    this.take(this.record.add(this.rest) ?? this.record.joined, records);
    if (this.header === undefined) throw new FileError(`${this.name}:1: the header is missing`);
    return records;
  }

  private take(lines: string, records: InputRecord[]): void {
    const text = lines.endsWith('\r') ? lines.slice(0, -1) : lines;
    if (valueCharacter.test(text)) {
      if (this.header) records.push(toRecord(this.header, this.line, this.split(text), text));
      else if (!separatorLine.test(text)) this.header = this.readHeader(text);
    }
    this.line += text.split('\n').length;
  }

  private split(text: string): string[] {
    if (!text.includes('"')) return text.split(this.separator);
    const parts = new QuotedParts(this.separator);
    const fields = text.split(this.separator).flatMap((part) => parts.add(part) ?? []);
    if (parts.joined.startsWith('"')) throw this.error('a closing quote is missing');
    if (parts.joined !== '') fields.push(parts.joined);
    return fields.map((field) => this.unquote(field));
  }

  private unquote(field: string): string {
    if (!field.includes('"')) return field;
    if (!field.startsWith('"')) throw this.error('an unquoted field contains a quote');
    const text = field.slice(1, -1);
    if (!field.endsWith('"') || text.replaceAll('""', '').includes('"')) throw this.error(textAfterQuote);
    return text.replaceAll('""', '"');
  }

  private readHeader(text: string): Header {
    const otherFormat = csvProblem(text);
    if (otherFormat !== undefined) throw this.error(otherFormat);
    this.separator = detectSeparator(text);
    const names = this.split(text).map(decode);
    const isText = names.every((name) => name !== null);
    const problem = isText ? headerProblem(this.kind, names) : `the header ${notUtf8}`;
    if (problem !== null) throw this.error(problem);
    const columns = names.map((name) => this.kind.columns.find((column) => column.name === name));
    return columns.slice(0, columns.findLastIndex((column) => column !== undefined) + 1);
  }

  private error(problem: string): FileError {
    return new FileError(`${this.name}:${this.line}: ${problem}`);
  }
}

/** Makes a record as JSON would contain it. An empty field is null. */
function toRecord(header: Header, line: number, fields: readonly string[], text: string): InputRecord {
  if (text.length > maxLineBytes) return badRecord(line, tooLong, cutLongLine(text));
  if (fields.length < header.length) {
    return badRecord(line, `has ${fields.length} fields, but the header has ${header.length}`, text);
  }
  const record: Record<string, unknown> = {};
  for (let index = 0; index < fields.length; index++) {
    const column = header[index];
    const value = decode(fields[index]!);
    if (value === null) return badRecord(line, notUtf8, text);
    if (column) record[column.name] = value === '' ? null : (column.type.fromCsv?.(value) ?? value);
    else if (value.trim() !== '') return badRecord(line, `has a value in column ${index + 1}, which has no name`, text);
  }
  return goodRecord(line, record);
}
