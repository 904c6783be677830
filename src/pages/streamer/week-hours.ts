import { hourMs, minuteMs } from '../../charts/durations.js';
import { StreamTime } from '../../streams/detail/stream-summary.response.js';

/** Returns the milliseconds streamed in each hour of the week, in UTC: seven rows, Monday first, of 24 hours. */
export function weekHours(times: readonly StreamTime[]): number[][] {
  const week = Array.from({ length: 7 }, () => Array<number>(24).fill(0));
  for (const { started_at, minutes } of times) {
    const start = Date.parse(started_at);
    const end = start + minutes * minuteMs;
    for (let at = start; at < end;) {
      const next = Math.min(end, (Math.floor(at / hourMs) + 1) * hourMs);
      const moment = new Date(at);
      const row = week[weekday(moment)] as number[];
      row[moment.getUTCHours()] = (row[moment.getUTCHours()] ?? 0) + next - at;
      at = next;
    }
  }
  return week;
}

/** Returns 0 for Monday. */
export function weekday(moment: Date): number {
  return (moment.getUTCDay() + 6) % 7;
}

/** Encodes streams for the script that converts time zones: start and length in minutes, in base 36. */
export function encodeStreams(times: readonly StreamTime[]): string {
  let before = 0;
  return times
    .map(({ started_at, minutes }) => {
      const start = Math.floor(Date.parse(started_at) / minuteMs);
      const step = start - before;
      before = start;
      return `${step.toString(36)}.${minutes.toString(36)}`;
    })
    .join(' ');
}
