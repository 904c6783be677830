import { LRUCache } from 'lru-cache';

/** Formats of the last zones. The text of a moment ends with its offset. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 50 });

/** Returns whether a value is the IANA name of a time zone, in upper or lower case. */
export function isZone(value: unknown): value is string {
  try {
    // Later versions of Node.js accept offsets too.
    return typeof value === 'string' && /^[a-z]/i.test(value) && formatIn(value) !== undefined;
  } catch {
    return false;
  }
}

/** Returns the format of a zone. */
export function formatIn(zone: string): Intl.DateTimeFormat {
  const key = zone.toLowerCase();
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(key, format);
  return format;
}
