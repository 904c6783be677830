import { FieldError, refuse } from '../errors.js';

const iso8601 = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)$/;

/**
 * Reads an ISO 8601 date and time with a zone as UTC in milliseconds; cuts off finer fractions. Seconds may be absent.
 * The cells of two dates compare as the dates do.
 */
export function dateCell(value: unknown, property: string): string {
  if (typeof value === 'string') {
    const date = toCanonical(value);
    if (date !== null && date >= '1970' && date < '2101') return date;
  }
  return refuse(
    property,
    value,
    'an ISO 8601 date and time with a time zone, in the years 1970 to 2100, such as 2026-11-21T08:30:00.000Z',
  );
}

/** Maximum difference between the clocks of Twitch, of this machine, and of the machine that wrote a page. */
export const mostAheadMs = 10 * 60_000;

/** Reads the start of a stream that was seen at a moment. A stream from the future would end in the future. */
export function startCell(value: unknown, property: string, seenAtMs: number): string {
  const start = dateCell(value, property);
  if (Date.parse(start) <= seenAtMs + mostAheadMs) return start;
  const seenAt = new Date(seenAtMs).toISOString();
  throw new FieldError(
    property,
    `"${start}" is more than 10 minutes after the observation at ${seenAt}; if that time is wrong, import with --at`,
  );
}

function toCanonical(text: string): string | null {
  const parts = iso8601.exec(text);
  if (parts === null) return null;
  const [, day, time, seconds = '00', fraction = '', sign, hours = '00', minutes = '00'] = parts;
  const local = `${day}T${time}:${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
  const date = new Date(local);
  // The parser reads 30 February as 2 March.
  if (Number.isNaN(date.getTime()) || date.toISOString() !== local) return null;
  if (sign === undefined) return local;
  if (Number(hours) > 15 || Number(minutes) > 59) return null;
  const offsetMs = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return new Date(date.getTime() + (sign === '+' ? -offsetMs : offsetMs)).toISOString();
}
