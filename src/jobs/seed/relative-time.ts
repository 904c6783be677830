import { dayMs, hourMs, minuteMs } from '../../figures/time.js';
import { refuseValue } from '../../ingest/errors.js';
import { ColumnType, date } from '../../ingest/kinds/column-types.js';

const weekMs = 7 * dayMs;
/** The hours of a day in which hardly anybody streams. */
const quietHours = { first: 8, last: 12 } as const;
/** In the order of the days since 1970, which began on a Thursday. */
const weekdays = ['thu', 'fri', 'sat', 'sun', 'mon', 'tue', 'wed'];

/** The times that others are relative to. */
const anchors: Readonly<Record<string, (nowMs: number) => number>> = {
  now: (nowMs) => nowMs,
  today: (nowMs) => Math.floor(nowMs / dayMs) * dayMs,
  month: (nowMs) => startOfMonth(nowMs, 0),
  'last-month': (nowMs) => startOfMonth(nowMs, 1),
};

const pattern = new RegExp(
  `^(?:(now|today|month|last-month)|(${weekdays.join('|')})([01]\\d|2[0-3]))?(?:([+-])(?=\\d)(?:(\\d+)d)?(?:(\\d+)h)?(?:(\\d+)m)?(?:(\\d+)s)?)?$`,
);

/** The column of dates relative to `now`, rounded down to the minute (docs/seed.md, "Change the seed"). */
export function relativeDate(now: Date): ColumnType {
  const nowMs = Math.floor(now.getTime() / minuteMs) * minuteMs;
  const cell: ColumnType['cell'] = (value, property) => {
    const time = typeof value === 'string' && value !== '' ? readRelativeTime(value, nowMs) : null;
    return (
      time?.toISOString() ??
      refuseValue(property, value, 'a time such as -3d2h, +40m, now, today-1d, fri20-2h or month-2h')
    );
  };
  return { ...date, cell };
}

function readRelativeTime(text: string, nowMs: number): Date | null {
  const [isTime, anchor = 'now', weekday, hour, sign, ...length] = pattern.exec(text) ?? [];
  if (isTime === undefined) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = length.map((count) => Number(count || 0));
  const ms = days * dayMs + hours * hourMs + minutes * minuteMs + seconds * 1_000;
  const startMs = weekday === undefined ? anchors[anchor]!(nowMs) : lastTimeOf(weekday, Number(hour), nowMs);
  return new Date(startMs + (sign === '-' ? -ms : ms));
}

/** In the first four hours of a month, the month before counts, so that a stream across its start has ended. */
function startOfMonth(nowMs: number, monthsBefore: number): number {
  const day = new Date(nowMs - 4 * hourMs);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - monthsBefore);
}

/**
 * The last time at which it was this hour of the day of the week, in UTC. Such streams have ended, so in an evening the last hours
 * would be empty. The week is moved by hours, so that it is one of the quiet hours now.
 */
function lastTimeOf(weekday: string, hour: number, nowMs: number): number {
  const nowHour = Math.floor((nowMs % dayMs) / hourMs);
  const movedMs = (nowHour - Math.min(Math.max(nowHour, quietHours.first), quietHours.last)) * hourMs;
  const placeMs = weekdays.indexOf(weekday) * dayMs + hour * hourMs + movedMs;
  return nowMs - ((nowMs - placeMs) % weekMs);
}
