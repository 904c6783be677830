import { dayMs, hourMs, minuteMs } from '../../charts/durations.js';
import { StreamOutline } from '../../streams/detail/stream-summary.response.js';

type Times = readonly Pick<StreamOutline, 'started_at' | 'minutes'>[];

/** Returns the milliseconds streamed in each hour of the week, in UTC: seven rows, Monday first, of 24 hours. */
export function weekHours(outlines: Times): number[][] {
  const week = Array.from({ length: 7 }, () => Array<number>(24).fill(0));
  eachPart(outlines, hourMs, (at, ms) => {
    const moment = new Date(at);
    const row = week[weekday(moment)];
    if (row) row[moment.getUTCHours()] = (row[moment.getUTCHours()] ?? 0) + ms;
  });
  return week;
}

/**
 * Returns the milliseconds streamed on each day in UTC: seven rows, Monday first, with one value per week. Days outside
 * of the range are null. `weeks` are the Mondays.
 */
export function dayHours(outlines: Times, weeks: readonly Date[], from: Date, to: Date): (number | null)[][] {
  const first = weeks[0]?.getTime() ?? 0;
  const days = Array<number>(7 * weeks.length).fill(0);
  eachPart(outlines, dayMs, (at, ms) => {
    const day = Math.floor((at - first) / dayMs);
    days[day] = (days[day] ?? 0) + ms;
  });
  return Array.from({ length: 7 }, (_, row) =>
    weeks.map((week, column) => {
      const start = week.getTime() + row * dayMs;
      return start + dayMs <= from.getTime() || start >= to.getTime() ? null : (days[7 * column + row] ?? 0);
    }),
  );
}

/** Splits the time of streams at each full hour or day. */
function eachPart(outlines: Times, partMs: number, add: (at: number, ms: number) => void): void {
  for (const { started_at, minutes } of outlines) {
    const start = Date.parse(started_at);
    const end = start + minutes * minuteMs;
    for (let at = start; at < end;) {
      const next = Math.min(end, (Math.floor(at / partMs) + 1) * partMs);
      add(at, next - at);
      at = next;
    }
  }
}

/** Returns 0 for Monday. */
function weekday(moment: Date): number {
  return (moment.getUTCDay() + 6) % 7;
}

/** Encodes streams for the script that converts time zones: start and length in minutes, in base 36. */
export function encodeStreams(outlines: Times): string {
  let before = 0;
  return outlines
    .map(({ started_at, minutes }) => {
      const start = Math.floor(Date.parse(started_at) / minuteMs);
      const step = start - before;
      before = start;
      return `${step.toString(36)}.${minutes.toString(36)}`;
    })
    .join(' ');
}
