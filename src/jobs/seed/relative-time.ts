import { dayMs, hourMs, minuteMs } from '../../figures/time.js';
import { refuseValue } from '../../ingest/errors.js';
import { ColumnType, date } from '../../ingest/kinds/column-types.js';

/** The times that others are relative to. */
const anchors: Readonly<Record<string, (nowMs: number) => number>> = {
  now: (nowMs) => nowMs,
  today: (nowMs) => Math.floor(nowMs / dayMs) * dayMs,
  month: (nowMs) => startOfMonth(nowMs, 0),
  'last-month': (nowMs) => startOfMonth(nowMs, 1),
};

/** In the first four hours of a month, the month before counts, so that a stream across its start has ended. */
function startOfMonth(nowMs: number, monthsBefore: number): number {
  const day = new Date(nowMs - 4 * hourMs);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - monthsBefore);
}

/** The column of dates relative to `now`, rounded down to the minute (docs/seed.md, "Add a case"). */
export function relativeDate(now: Date): ColumnType {
  const nowMs = Math.floor(now.getTime() / minuteMs) * minuteMs;
  const cell: ColumnType['cell'] = (value, property) => {
    const time = typeof value === 'string' ? readRelativeTime(value, nowMs) : null;
    return time?.toISOString() ?? refuseValue(property, value, 'a time such as -3d2h, +40m, now, today-1d or month-2h');
  };
  return { ...date, cell };
}

function readRelativeTime(text: string, nowMs: number): Date | null {
  const [isTime, anchor = 'now', sign, length = '0m'] =
    /^(now|today|month|last-month)?(?:([+-])(.+))?$/.exec(text) ?? [];
  const minutes = readMinutes(length);
  if (!isTime || minutes === null) return null;
  const ms = Math.round(minutes * minuteMs);
  return new Date(anchors[anchor]!(nowMs) + (sign === '-' ? -ms : ms));
}

/** Reads a length of time such as `1d6h`; null for another text. */
export function readMinutes(text: string): number | null {
  const units = /^(?=\d)(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(text);
  if (units === null) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = units.slice(1).map((count) => Number(count || 0));
  return days * 1440 + hours * 60 + minutes + seconds / 60;
}

/** The relative time of a generated row. */
export function timeAgo(minutes: number): string {
  return `-${minutes}m`;
}
