import { minuteMs } from '../../figures/time.js';
import { FieldError, refuseValue } from '../errors.js';

/**
 * A time on a day that every month has. Most files contain such times, which need no Date: reading a sample takes 1 µs
 * instead of 3.
 */
const usual = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const iso8601 = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)$/;

/**
 * Reads an ISO 8601 date and time with a zone as UTC in milliseconds; cuts off finer fractions. Seconds may be absent.
 * The cells of two dates compare as the dates do.
 */
export function dateCell(value: unknown, property: string): string {
  if (typeof value === 'string') {
    const withMs = value.length === 20 ? value.replace('Z', '.000Z') : value;
    const date = usual.test(withMs) ? withMs : toCanonical(value);
    if (date !== null && date >= '1970' && date < '2101') return date;
  }
  return refuseValue(
    property,
    value,
    'an ISO 8601 date and time with a time zone, in the years 1970 to 2100, such as 2026-11-21T08:30:00.000Z',
  );
}

/** Maximum difference between the clocks of Twitch, of this machine, and of the machine that wrote a page. */
export const maxAheadMs = 10 * minuteMs;

/** Reads the start of a stream that was observed at a moment. A stream from the future would end in the future. */
export function startCell(value: unknown, property: string, observedAtMs: number): string {
  const start = dateCell(value, property);
  if (Date.parse(start) <= observedAtMs + maxAheadMs) return start;
  const observedAt = new Date(observedAtMs).toISOString();
  throw new FieldError(
    property,
    `"${start}" is more than 10 minutes after the observation at ${observedAt}; if that time is wrong, import with --at`,
  );
}

function toCanonical(text: string): string | null {
  const parts = iso8601.exec(text);
  if (parts === null) return null;
  const [, day, time, seconds = '00', fraction = '', sign = '+', hours = '00', minutes = '00'] = parts;
  const local = readTime(`${day}T${time}:${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  if (local === null || Number(hours) > 15 || Number(minutes) > 59) return null;
  const offsetMs = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * minuteMs;
  return new Date(local.getTime() - offsetMs).toISOString();
}

/** Reads a time as `Date.toISOString` writes it; null if the time does not exist. */
export function readTime(text: string): Date | null {
  const time = new Date(text);
  // The parser reads 30 February as 2 March.
  return !Number.isNaN(time.getTime()) && time.toISOString() === text ? time : null;
}
