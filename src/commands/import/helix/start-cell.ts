import { FieldError } from '../errors.js';
import { dateCell } from '../kinds/date-cell.js';

/** How far the clocks of Twitch, of this machine, and of the machine that wrote a page may differ. */
export const mostAheadMs = 10 * 60_000;

/** The start of a stream that was seen at a moment. A stream from the future would end in the future. */
export function startCell(value: unknown, property: string, seenAtMs: number): string {
  const start = dateCell(value, property);
  if (Date.parse(start) <= seenAtMs + mostAheadMs) return start;
  const seenAt = new Date(seenAtMs).toISOString();
  throw new FieldError(
    property,
    `"${start}" is more than 10 minutes after the observation at ${seenAt}; if that time is wrong, import with --at`,
  );
}
