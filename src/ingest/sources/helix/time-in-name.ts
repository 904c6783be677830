import { minuteMs } from '../../../figures/time.js';
import { readTime } from '../../kinds/date-cell.js';

/**
 * A date with a time, as scripts name captures: 20261121T083000Z, 2026-11-21T08:30+02:00 or 2026-11-21_08-30-00. The
 * parts of the time may have another separator than the parts of the date, or no separator.
 */
const dateTime =
  /(?<!\d)(\d{4})([-._]?)(\d\d)\2(\d\d)([T_ -])(\d\d)([:.\-_]?)(\d\d)(?:\7(\d\d)(?:[.,](\d{3,9}|\d{1,2}(?=[Z+]))|-(\d{3,9})(?=Z))?)?(?!\d)/i;
const compactDate = String.raw`(?<!\d)(20\d\d)()(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])()`;
/** 14 digits, as from `date +%Y%m%d%H%M%S`. */
const digits = new RegExp(String.raw`${compactDate}(\d\d)()(\d\d)(\d\d)(?!\d)`);
const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)';
/** Possible dates or times. A number of 9, 11 or 13 digits is an ID. */
const like = new RegExp(
  [
    String.raw`${compactDate}(?:(?:\d\d){0,3}|\d{9,})(?!\d)`,
    String.raw`(?<!\d)(?:19|20)\d\d[^\da-z]\d{1,2}[^\da-z]\d{1,2}`,
    String.raw`(?<!\d)\d{1,2}[^\da-z]\d{1,2}[^\da-z]20\d\d(?!\d)`,
    String.raw`(?<!\d)\d\d(?<between>[-._])\d\d\k<between>\d\d[T_ -]\d\d[^\da-z]?\d\d(?!\d)`,
    String.raw`\d[^\da-z]?${month}[^\da-z]?20\d\d(?!\d)|(?<!\d)20\d\d[^\da-z]?${month}[^\da-z]?\d`,
    String.raw`(?:\d{7}|\d{4}-\d{3}|W\d\d-?\d)T\d|\d:\d\d`,
  ].join('|'),
  'i',
);
const zone = /^[_ ]?(?:Z(?![a-z])|(?:UTC|GMT)(?![a-z]|[-_ ]?\d)|([+-])(\d\d)(?:[:._-]?(\d\d))?(?![\d:]))/i;
const ending = /(?:\.(?:json|ndjson|jsonl))?(?:\.(?:gz|zst))?$/i;
/** Allowed text after a zone, and after a time without a zone: a number, a word or both. */
const afterZone = /^(?:$|[-._ ([])/;
const afterTime = /^(?:[-._ ]*\(?\d+\)?)?(?:$|[-._ ]+(\p{L}+\d*))/u;
/** A word that may be a zone, AM or PM. */
const zoneWord =
  /^(?:[a-z]|[ap]m|(?:utc|gmt)\d*|msk|local|[cemw]es?t|[acemp][sd]t|a[cekw][sd]t|nz[sd]t|[bhijk]st|sast|africa|america|antarctica|arctic|asia|atlantic|australia|europe|indian|pacific|etc)$/i;
const shortName = /^\p{Lu}{2,5}\d*$/u;

/**
 * Returns the time in a name, in UTC if it has no offset; null if the time is invalid, undefined if the name has nothing
 * like a date.
 */
export function timeInName(name: string): Date | null | undefined {
  const parts = dateTime.exec(name) ?? digits.exec(name);
  if (parts === null) return like.test(name) ? null : undefined;
  const isIso = /t/i.test(parts[5] ?? '') || parts[7] === ':';
  const rest = name.slice(parts.index + parts[0].length).replace(ending, '');
  const offset = offsetMinutes(rest, isIso);
  return offset === null ? null : toUtc(parts, offset);
}

function toUtc(parts: RegExpExecArray, offset: number): Date | null {
  const [, year, , month, day, , hour, , minute, second = '00', point, dash] = parts;
  const fraction = (point ?? dash ?? '').slice(0, 3).padEnd(3, '0');
  const time = readTime(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}Z`);
  return time && new Date(time.getTime() - offset * minuteMs);
}

/**
 * Returns the offset of a time from UTC, from the text after the time; null if the text is invalid. A hyphen with two
 * digits may also be a page number, unless the time is ISO 8601.
 */
function offsetMinutes(rest: string, isIso: boolean): number | null {
  const [found = '', sign, hours, minutes] = zone.exec(rest) ?? [];
  if (!mayFollow(rest.slice(found.length), found !== '')) return null;
  if (sign === undefined) return 0;
  const isOffset = Number(hours) <= 14 && ['00', '15', '30', '45'].includes(minutes ?? '00');
  if (!isOffset || (sign === '-' && minutes === undefined && !isIso)) return null;
  return (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes ?? 0));
}

function mayFollow(rest: string, hasZone: boolean): boolean {
  if (like.test(rest)) return false;
  if (hasZone) return afterZone.test(rest);
  const [found, word = ''] = afterTime.exec(rest) ?? [];
  return found !== undefined && !zoneWord.test(word) && !shortName.test(word);
}
