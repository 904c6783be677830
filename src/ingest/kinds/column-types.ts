import { allPlatforms, loginDescription, readLogin } from '../../config/platforms.js';
import { encodeId, externalIdOf } from '../../database/platforms/platform-ids.js';
import { parseUrl } from '../../partners/parse-url.js';
import { refuseValue } from '../errors.js';
import { isTooDeep, parseJson } from '../sources/formats/text.js';
import { dateCell } from './date-cell.js';

/** Reads one property of a record and returns it as a cell of COPY's text format; throws a FieldError. */
export type CellReader = (this: void, value: unknown, property: string) => string;

export interface ColumnType {
  readonly sql: string;
  readonly cell: CellReader;
  /** Converts a field of CSV to the value, by default its text; `cell` rejects an invalid text. */
  readonly fromCsv?: (text: string) => unknown;
  /** SQL for a stored value as JSON that `cell` reads, by default the value itself. `column` is SQL too. */
  readonly asJson?: (column: string) => string;
}

export const nullCell = '\\N';
const maxId = '9223372036854775807';
const otherIds = allPlatforms.map(({ ids: rule }) => (rule ? `, or ${rule.description}` : '')).join('');
const maxCount = Number.MAX_SAFE_INTEGER;
const maxIds = 1_000;
const maxTags = 100;
const maxTagLength = 100;
const maxUrlLength = 2_000;
const plainUrl = /^https?:\/\/(?:[\w\-.~:/?@!$&'()*+,;=]|%[\dA-F]{2})+(?:#(?:[\w\-.~:/?@!$&'()*+,;=]|%[\dA-F]{2})*)?$/i;
const notInUrl = /[^\w\-.~:/?@!$&'()*+,;=%#]/g;
/** Characters that PostgreSQL cannot store: NUL, and lone surrogates. */
const unstorable = /[\0\uD800-\uDFFF]/u;

/**
 * An ID of the platform, a string: JSON numbers cannot represent every ID exactly. The ID of a platform besides the main one has its name as
 * a prefix, and is stored as a number.
 */
export const id: ColumnType = {
  sql: 'bigint',
  cell(value, property) {
    if (typeof value === 'string' && /^(?:0|[1-9]\d{0,18})$/.test(value)) {
      if (value.length < maxId.length || value <= maxId) return value;
    }
    const encoded = typeof value === 'string' ? encodeId(value) : null;
    if (encoded !== null) return encoded;
    return refuseValue(
      property,
      value,
      `a string of digits without leading zeros, such as "123", up to ${maxId}${otherIds}`,
    );
  },
  asJson: (column) => `${column}::text`,
};

/** The platform's own ID, which the text of the `id` of a record contains. */
export const externalId: ColumnType = { sql: 'text', cell: (value) => externalIdOf(value) ?? nullCell };

/** IDs as an array literal, without duplicates, in numeric order. */
export const ids: ColumnType = {
  sql: 'bigint[]',
  cell(value, property) {
    if (!Array.isArray(value) || value.length === 0 || value.length > maxIds) {
      return refuseValue(property, value, `an array of 1 to ${maxIds} ids`);
    }
    const each = (value as unknown[]).map((element, index) => id.cell(element, `${property}[${index}]`));
    return `{${[...new Set(each)].sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).join(',')}}`;
  },
  fromCsv: readList,
};

/** A login, or an explicit null for a channel whose login has passed to another channel. */
export const login: ColumnType = {
  sql: 'text',
  cell(value, property) {
    if (value === null) return nullCell;
    return readLogin(value) ?? refuseValue(property, value, loginDescription);
  },
};

export const count: ColumnType = {
  sql: 'bigint',
  cell(value, property) {
    if (Number.isSafeInteger(value) && (value as number) >= 0) return String(value);
    return refuseValue(property, value, `an integer from 0 to ${maxCount}`);
  },
  /** Plain digits of a number that JavaScript represents exactly: no sign, no `1e3`, no leading zero. */
  fromCsv(field) {
    return /^(?:0|[1-9]\d{0,15})$/.test(field) && Number.isSafeInteger(Number(field)) ? Number(field) : field;
  },
};

export const date: ColumnType = {
  sql: 'timestamptz(3)',
  cell: dateCell,
  asJson: (column) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
};

export const flag: ColumnType = {
  sql: 'boolean',
  cell(value, property) {
    if (typeof value === 'boolean') return value ? 't' : 'f';
    return refuseValue(property, value, 'true or false');
  },
  fromCsv: (field) => (field === 'true' || field === 'false' ? field === 'true' : field),
};

export function text(shortest: number, longest: number): ColumnType {
  const expected = `a string of ${shortest} to ${longest} characters`;
  return {
    sql: 'text',
    cell(value, property) {
      if (typeof value !== 'string' || value.length < shortest || value.length > longest) {
        return refuseValue(property, value, expected);
      }
      return escapeCell(checkedText(value, property));
    },
  };
}

/** Tags as an array literal; an empty array is not null. */
export const tags: ColumnType = {
  sql: 'text[]',
  cell(value, property) {
    if (!Array.isArray(value) || value.length > maxTags) {
      return refuseValue(property, value, `null or an array of at most ${maxTags} strings`);
    }
    const elements = (value as unknown[]).map((tag, index) => {
      if (typeof tag !== 'string' || tag.length > maxTagLength) {
        return refuseValue(`${property}[${index}]`, tag, `a string of at most ${maxTagLength} characters`);
      }
      return `"${checkedText(tag, property).replace(/["\\]/g, '\\$&')}"`;
    });
    return escapeCell(`{${elements.join(',')}}`);
  },
  fromCsv: readList,
};

/** An http or https URL; characters that RFC 3986 does not allow are percent-encoded. */
export const url: ColumnType = {
  sql: 'text',
  cell(value, property) {
    const read = typeof value === 'string' ? readUrl(value) : null;
    return read ?? refuseValue(property, value, `an http or https URL of at most ${maxUrlLength} characters`);
  },
};

/** Returns the URL in its stored form, which has no characters that COPY would escape; null if it is invalid. */
export function readUrl(value: string): string | null {
  if (value.length > maxUrlLength) return null;
  const parsed = parseUrl(value);
  if (parsed === null) return null;
  if (plainUrl.test(value)) return value;
  if (!/^https?:\/\/\S/i.test(value) || unstorable.test(value)) return null;
  const encoded = parsed.href.replace(/%(?![\dA-F]{2})/gi, '%25').replace(notInUrl, encodeURIComponent);
  return plainUrl.test(encoded) ? encoded : null;
}

/** Reads a list as JSON, or separated by `|`. */
function readList(field: string): unknown {
  if (!field.startsWith('[')) return field.split('|');
  const list = parseJson(field);
  return list === undefined || isTooDeep(list) ? field : list;
}

function checkedText(value: string, property: string): string {
  if (unstorable.test(value)) refuseValue(property, value, 'a string without NUL characters or unpaired surrogates');
  return value;
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Escapes the special characters of COPY's text format. */
export function escapeCell(text: string): string {
  return /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? '') : text;
}
