import { refuse } from './field-error.js';

/** Reads one property of a record and answers it as a cell of COPY's text format; throws a FieldError. */
export type CellReader = (value: unknown, property: string) => string;

const nullCell = '\\N';
const largestId = '9223372036854775807';
const largestCount = Number.MAX_SAFE_INTEGER;
const mostIds = 1_000;
const mostTags = 100;
const longestTag = 100;

/** A cell for a property that may be absent or null. */
export function optional(read: CellReader, value: unknown, property: string): string {
  return value === undefined || value === null ? nullCell : read(value, property);
}

/** An id of the platform, a string: not all of them are exact as JSON numbers. */
export function idCell(value: unknown, property: string): string {
  if (typeof value === 'string' && /^(?:0|[1-9]\d{0,18})$/.test(value)) {
    if (value.length < largestId.length || value <= largestId) return value;
  }
  return refuse(property, value, `a string of digits without leading zeros, such as "123", up to ${largestId}`);
}

/** Ids as an array literal, each of them once, in the order of numbers. */
export function idsCell(value: unknown, property: string): string {
  if (!Array.isArray(value) || value.length === 0 || value.length > mostIds) {
    return refuse(property, value, `an array of 1 to ${mostIds} ids`);
  }
  const ids = (value as unknown[]).map((id, index) => idCell(id, `${property}[${index}]`));
  return `{${[...new Set(ids)].sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).join(',')}}`;
}

/** A login, lowercased. */
export function loginCell(value: unknown, property: string): string {
  if (typeof value === 'string' && /^[a-z0-9_]{1,25}$/i.test(value)) return value.toLowerCase();
  return refuse(property, value, '1 to 25 letters from a to z, digits or underscores');
}

export function countCell(value: unknown, property: string): string {
  if (typeof value === 'number' && value >= 0 && value <= largestCount && Number.isInteger(value)) return String(value);
  return refuse(property, value, `an integer from 0 to ${largestCount}`);
}

export function flagCell(value: unknown, property: string): string {
  if (typeof value === 'boolean') return value ? 't' : 'f';
  return refuse(property, value, 'true or false');
}

/** A reader for texts of so many characters. */
export function textCell(shortest: number, longest: number): CellReader {
  const expected = `a text of ${shortest} to ${longest} characters`;
  return (value, property) => {
    if (typeof value !== 'string' || value.length < shortest || value.length > longest) {
      return refuse(property, value, expected);
    }
    return isPlain(value) ? value : escapeCell(checkedText(value, property));
  };
}

/** Tags as an array literal; an empty array is not null. */
export function tagsCell(value: unknown, property: string): string {
  if (!Array.isArray(value) || value.length > mostTags) {
    return refuse(property, value, `null or an array of at most ${mostTags} texts`);
  }
  let elements = '';
  for (const tag of value as unknown[]) {
    if (typeof tag !== 'string' || tag.length > longestTag) {
      return refuse(`${property}[${value.indexOf(tag)}]`, tag, `a text of at most ${longestTag} characters`);
    }
    const element = isPlain(tag) ? tag : checkedText(tag, property).replace(/["\\]/g, '\\$&');
    elements += elements === '' ? `"${element}"` : `,"${element}"`;
  }
  return escapeCell(`{${elements}}`);
}

/** Whether there is nothing in a text that needs an escape or a closer look; most texts are plain. */
function isPlain(text: string): boolean {
  return !/["\\\t\n\r\0\uD800-\uDFFF]/.test(text);
}

/** What PostgreSQL cannot store is refused: NUL, and halves of a surrogate pair. */
function checkedText(value: string, property: string): string {
  if (/[\0\uD800-\uDFFF]/u.test(value)) refuse(property, value, 'a text without NUL and without halves of characters');
  return value;
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Writes what has a meaning of its own in COPY's text format as an escape. */
export function escapeCell(text: string): string {
  return /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? '') : text;
}
