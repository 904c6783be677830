import { isUtf8 } from 'node:buffer';
import { FileError, shown } from '../../errors.js';
import { badRecord, InputRecord } from '../input.js';
import { Column, Kind } from '../../kinds/kind.js';
import { otherSourceProblem } from '../other-sources.js';
import { textBytes } from './bytes.js';
import { cutLongLine, longestLineBytes, notUtf8, tooLong } from './lines.js';

/** If a quote is not closed, the rest of the file is one record; the limit keeps it from filling the memory. */
const longestRecordBytes = 8 * 1024 * 1024;
const neverEnds = `the record is longer than ${longestRecordBytes} bytes; a closing quote may be missing`;

const textAfterQuote = 'there is text after a closing quote; within a quoted field, write each quote twice';

/**
 * Reads CSV according to RFC 4180, in UTF-8, with a header. A field may be quoted; an empty field is null. Each batch
 * contains the records of one chunk of bytes. Throws a FileError if the header or the quotes are wrong.
 */
export async function* readCsv(bytes: AsyncIterable<Buffer>, kind: Kind, name: string): AsyncGenerator<InputRecord[]> {
  const reader = new CsvReader(kind, name);
  for await (const chunk of textBytes(bytes)) yield reader.push(chunk);
  yield reader.finish();
}

class CsvReader {
  private header?: Column[];
  private line = 1;
  /** The beginning of a record. */
  private rest = '';
  /** Number of characters of `rest` before its last line, and whether that line begins within quotes. */
  private scanned = 0;
  private isQuoted = false;

  constructor(
    private readonly kind: Kind,
    private readonly name: string,
  ) {}

  /** A line break ends a record unless the number of quotes before it is odd. */
  push(chunk: Buffer): InputRecord[] {
    const records: InputRecord[] = [];
    // One character per byte, so that text that is not UTF-8 is noticed and kept.
    const text = this.rest + chunk.toString('latin1');
    let start = 0;
    let from = this.scanned;
    let quote = text.indexOf('"', from);
    for (let to; (to = text.indexOf('\n', from)) !== -1; from = to + 1) {
      for (; quote !== -1 && quote < to; quote = text.indexOf('"', quote + 1)) this.isQuoted = !this.isQuoted;
      if (this.isQuoted) continue;
      this.take(text.slice(start, to > start && text[to - 1] === '\r' ? to - 1 : to), records);
      start = to + 1;
    }
    this.rest = text.slice(start);
    this.scanned = from - start;
    if (this.rest.length > longestRecordBytes) throw this.error(neverEnds);
    return records;
  }

  finish(): InputRecord[] {
    const records: InputRecord[] = [];
    if (this.rest !== '') this.take(this.rest, records);
    if (this.header === undefined) throw new FileError(`${this.name}:1: the header is missing`);
    return records;
  }

  private take(text: string, records: InputRecord[]): void {
    const fields = text.includes('"') ? this.splitQuoted(text) : text.split(',');
    const { line } = this;
    if (fields.length > 1 || fields[0] !== '') {
      if (this.header) records.push(toRecord(this.header, line, fields));
      else this.header = this.readHeader(fields);
    }
    this.line += 1 + linesIn(text);
  }

  private splitQuoted(text: string): string[] {
    const fields: string[] = [];
    for (let at = 0; ; at += 1) {
      const isQuoted = text[at] === '"';
      const end = isQuoted ? closingQuote(text, at) : endOfField(text, at);
      const field = text.slice(isQuoted ? at + 1 : at, end);
      const before = text.slice(0, at);
      if (end === -1) throw this.error('a closing quote is missing', before);
      if (!isQuoted && field.includes('"')) throw this.error('an unquoted field contains a quote', before);
      fields.push(isQuoted ? field.replaceAll('""', '"') : field);
      at = isQuoted ? end + 1 : end;
      if (at === text.length) return fields;
      if (text[at] !== ',') throw this.error(textAfterQuote, text.slice(0, at));
    }
  }

  private readHeader(fields: string[]): Column[] {
    const names = fields.map(decode);
    const problem = names.includes(null) ? `the header ${notUtf8}` : headerProblem(this.kind, names);
    if (problem !== null) throw this.error(problem);
    return fields.flatMap((name) => this.kind.columns.filter((column) => column.name === name));
  }

  /** `before` is the text of the record before the error. */
  private error(problem: string, before = ''): FileError {
    return new FileError(`${this.name}:${this.line + linesIn(before)}: ${problem}`);
  }
}

function endOfField(text: string, from: number): number {
  const comma = text.indexOf(',', from);
  return comma === -1 ? text.length : comma;
}

/** Returns -1 if no quote closes the field. */
function closingQuote(text: string, opening: number): number {
  let end = text.indexOf('"', opening + 1);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  return end;
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
