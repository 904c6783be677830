import { gunzipSync } from 'node:zlib';
import type { KindName } from '../../src/ingest/kinds/kind.js';
import { FuzzedKind, Rule, rules, storedValue, typesOf } from './import-rules.js';

export type Row = Record<string, unknown>;

/** Contents of a file: rows to store, and number of bad records. Null if the whole file is bad. */
export type Reading = { rows: Row[]; bad: number } | null;

/** Reads a file by the documented rules of the import, in the simplest way. */
export function readFile(
  kind: FuzzedKind,
  name: string,
  bytes: Buffer,
  known: (kind: KindName) => Set<string>,
): Reading {
  const unpacked = name.endsWith('.gz') ? unpack(bytes) : bytes;
  if (unpacked === null || /^([^]\0|\0[^]|\xff\xfe|\xfe\xff)/.test(unpacked.toString('latin1', 0, 2))) return null;
  const text = withLf(unpacked);
  const records = name.includes('.csv') ? readCsv(rules[kind], text) : readNdjson(text);
  if (records === null) return null;
  const rows = records.map((record) => toRow(rules[kind], record, known)).filter((row) => row !== undefined);
  return { rows, bad: records.length - rows.length };
}

/** Applies rows to the stored ones. The last row with a key wins, and the last streamer with a login keeps it. */
export function store(kind: FuzzedKind, stored: Map<string, Row>, rows: Row[]): Map<string, Row> {
  const result = new Map(stored);
  const last = new Map(rows.map((row) => [keyOf(kind, row), row]));
  for (const row of rows.filter((row) => last.get(keyOf(kind, row)) === row)) {
    if (kind === 'streamers') {
      for (const [key, other] of result) if (other.login === row.login) result.set(key, { ...other, login: null });
    }
    result.set(keyOf(kind, row), row);
  }
  return result;
}

export function keyOf(kind: FuzzedKind, row: Row): string {
  return JSON.stringify(rules[kind].key.map((property) => row[property]));
}

function toRow(rule: Rule, record: unknown, known: (kind: KindName) => Set<string>): Row | undefined {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return undefined;
  const types = typesOf(rule);
  if (Object.keys(record).some((property) => !Object.hasOwn(types, property))) return undefined;
  const row: Row = {};
  for (const [property, type] of Object.entries(types)) {
    const given = (record as Row)[property] ?? null;
    const { login, id } = record as Row;
    // The texts of the fuzz test have no other invisible characters.
    const isBlank = property === 'display_name' && typeof given === 'string' && /^\s+$/.test(given);
    const value = isBlank ? (login ?? id) : given;
    const isRequired = property in rule.required;
    if (type === 'login' && value === null && property in record) {
      row[property] = null;
      continue;
    }
    const stored = value === null && !isRequired ? null : storedValue(type, value, isRequired);
    if (stored === undefined) return undefined;
    row[property] = stored;
  }
  if (rule.ordered.some(([low, high]) => isAbove(row[low], row[high]))) return undefined;
  const isKnown = ([property, kind]: [string, KindName]) =>
    row[property] === null || [row[property]].flat().every((id) => known(kind).has(id as string));
  return Object.entries(rule.refersTo).every(isKnown) ? row : undefined;
}

function isAbove(low: unknown, high: unknown): boolean {
  return low !== null && high !== null && (low as string) > (high as string);
}

/** If the first line ends with CR alone, CR ends all lines. */
function withLf(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  return /\r\n?|\n/.exec(text)?.[0] === '\r' ? Buffer.from(text.replaceAll('\r', '\n'), 'latin1') : bytes;
}

function unpack(bytes: Buffer): Buffer | null {
  try {
    const { buffer, engine } = gunzipSync(bytes, { info: true }) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    return engine.bytesWritten === bytes.length ? buffer : null;
  } catch {
    return null;
  }
}

/** Decodes UTF-8. Returns null if the bytes are invalid. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The value of each non-blank line; undefined if the line is not JSON. Null if the file looks like another format. */
function readNdjson(bytes: Buffer): unknown[] | null {
  const lines: Buffer[] = [];
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(0x0a, from);
    lines.push(bytes.subarray(from, end === -1 ? bytes.length : end));
    from = end === -1 ? bytes.length : end + 1;
  }
  const values = lines.flatMap((line, index) => {
    const text = decode(line)?.replace(index === 0 ? /^\uFEFF/ : /(?!)/, '');
    if (text?.trim() === '') return [];
    try {
      return [JSON.parse(text ?? '') as unknown];
    } catch {
      return [undefined];
    }
  });
  return looksLikeJson(bytes.toString('latin1').replace(/^\xef\xbb\xbf/, '')) ? null : values;
}

/** Whether a text is an array, or its first record has several lines and no other line is a record. */
function looksLikeJson(text: string): boolean {
  const isRecord = (line: string) => {
    try {
      return /^\s*\{/.test(line) && Boolean(JSON.parse(line));
    } catch {
      return false;
    }
  };
  return /^\s*\[/.test(text) || (/^\s*\{[^\n]*\n\s*["}]/.test(text) && !text.split('\n').some(isRecord));
}

/** The records of a CSV file, with undefined for invalid ones. Null if the header or the quotes are invalid. */
function readCsv(rule: Rule, bytes: Buffer): unknown[] | null {
  const text = bytes.toString('latin1').replace(/^\xef\xbb\xbf/, '');
  // Rows without a value are ignored.
  const rows = rowsOf(text).filter((row) => /[^\s,;"]/.test(row));
  const separator = separatorOf(rows[0] ?? '');
  const [header, ...rest] = rows.map((row) => fieldsOf(row, separator));
  const types = typesOf(rule);
  if (!header || rest.includes(null)) return null;
  const names = header.filter((name) => name.trim() !== '');
  if (names.some((name) => !Object.hasOwn(types, name)) || new Set(names).size < names.length) return null;
  if (Object.keys(rule.required).some((name) => !names.includes(name))) return null;
  const width = header.length - [...header].reverse().findIndex((name) => name.trim() !== '');
  return (rest as string[][]).map((fields) => {
    const texts = fields.map((field) => decode(Buffer.from(field, 'latin1')));
    if (fields.length < width || texts.includes(null)) return undefined;
    if (texts.some((value, i) => value?.trim() !== '' && (header[i] ?? '').trim() === '')) return undefined;
    return Object.fromEntries(names.map((name) => [name, fieldValue(types[name], texts[header.indexOf(name)] ?? '')]));
  });
}

/** The lines of a CSV file, with the lines that continue a quoted field. */
function rowsOf(text: string): string[] {
  const rows: string[] = [];
  let isOpen = false;
  for (const line of text.split('\n')) {
    if (isOpen) rows.push(`${rows.pop()}\n${line}`);
    else rows.push(line);
    if (line.split('"').length % 2 === 0) isOpen = !isOpen;
  }
  return rows.map((row) => row.replace(/\r$/, ''));
}

/** The separator that occurs most often outside of quotes. */
function separatorOf(header: string): string {
  const unquoted = header.split('"').filter((_, i) => i % 2 === 0);
  const count = (separator: string) => unquoted.reduce((sum, part) => sum + part.split(separator).length, 0);
  const [comma, semicolon, tab] = [count(','), count(';'), count('\t')];
  if (comma >= semicolon && comma >= tab) return ',';
  return semicolon >= tab ? ';' : '\t';
}

/** The fields of a row; null if a quote is misplaced. */
function fieldsOf(text: string, separator: string): string[] | null {
  const fields: string[] = [];
  for (let at = 0; at <= text.length; at++) {
    const field = text[at] === '"' ? quotedField(text, at, separator) : plainField(text, at, separator);
    if (field === null) return null;
    fields.push(field.value);
    at = field.end;
  }
  return fields;
}

function quotedField(text: string, start: number, separator: string): { value: string; end: number } | null {
  let value = '';
  for (let at = start + 1; ;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return null;
    value += text.slice(at, quote);
    at = quote + 1;
    if (text[at] !== '"') return [undefined, separator].includes(text[at]) ? { value, end: at } : null;
    value += '"';
    at += 1;
  }
}

function plainField(text: string, start: number, separator: string): { value: string; end: number } | null {
  const [end = text.length] = [text.indexOf(separator, start)].filter((at) => at >= 0);
  const value = text.slice(start, end);
  return value.includes('"') ? null : { value, end };
}

function fieldValue(type: unknown, text: string): unknown {
  if (text === '') return null;
  if (type === 'count') return /^(0|[1-9]\d*)$/.test(text) ? Number(text) : text;
  if (type === 'flag') return text === 'true' || (text === 'false' ? false : text);
  if (type !== 'tags' && type !== 'ids') return text;
  if (!text.startsWith('[')) return text.split('|');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
