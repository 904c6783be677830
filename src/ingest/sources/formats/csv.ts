import { FileError, shown } from '../../errors.js';
import { badRecord, goodRecord, InputRecord } from '../input.js';
import { Column, Kind } from '../../kinds/kind.js';
import { otherSourceProblem } from '../other-sources.js';
import { cutLongLine, decode, maxLineBytes, notUtf8, tooLong } from './text.js';

/** If a quote is not closed, the rest of the file is one record; the limit keeps it from filling the memory. */
const maxRecordBytes = 8 * 1024 * 1024;
const neverEnds = `the record is longer than ${maxRecordBytes} bytes; a closing quote may be missing`;

const textAfterQuote = 'there is text after a closing quote; within a quoted field, write each quote twice';

/**
 * Reads CSV according to RFC 4180, in UTF-8, with a header. A field may be quoted; an empty field is null. Each batch
 * contains the records of one chunk of bytes. Throws a FileError if the header or the quotes are wrong.
 */
export async function* readCsv(bytes: AsyncIterable<Buffer>, kind: Kind, name: string): AsyncGenerator<InputRecord[]> {
  const reader = new CsvReader(kind, name);
  // One character per byte, so that text that is not UTF-8 is noticed and kept.
  for await (const chunk of bytes) yield reader.push(chunk.toString('latin1'));
  yield reader.finish();
}

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
  private header?: Column[];
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
      if (record !== undefined) this.take(record.endsWith('\r') ? record.slice(0, -1) : record, records);
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

  private take(text: string, records: InputRecord[]): void {
    const fields = this.split(text);
    if (fields.length > 1 || fields[0] !== '') {
      if (this.header) records.push(toRecord(this.header, this.line, fields, text));
      else this.header = this.readHeader(fields);
    }
    this.line += text.split('\n').length;
  }

  private split(text: string): string[] {
    if (!text.includes('"')) return text.split(',');
    const parts = new QuotedParts(',');
    const fields = text.split(',').flatMap((part) => parts.add(part) ?? []);
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

  private readHeader(fields: string[]): Column[] {
    const names = fields.map(decode);
    const problem = names.includes(null) ? `the header ${notUtf8}` : headerProblem(this.kind, names);
    if (problem !== null) throw this.error(problem);
    return fields.flatMap((name) => this.kind.columns.filter((column) => column.name === name));
  }

  private error(problem: string): FileError {
    return new FileError(`${this.name}:${this.line}: ${problem}`);
  }
}

function headerProblem(kind: Kind, names: readonly (string | null)[]): string | null {
  const columns = kind.columns.filter((column) => !column.derive);
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
function toRecord(header: readonly Column[], line: number, fields: readonly string[], text: string): InputRecord {
  if (text.length > maxLineBytes) return badRecord(line, tooLong, cutLongLine(text));
  if (fields.length !== header.length) {
    return badRecord(line, `has ${fields.length} fields, but the header has ${header.length}`, text);
  }
  const record: Record<string, unknown> = {};
  for (let index = 0; index < header.length; index++) {
    const { name, type } = header[index]!;
    const value = decode(fields[index]!);
    if (value === null) return badRecord(line, notUtf8, text);
    record[name] = value === '' ? null : (type.fromCsv?.(value) ?? value);
  }
  return goodRecord(line, record);
}
