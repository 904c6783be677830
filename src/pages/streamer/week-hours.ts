import { minuteMs } from '../../figures/time.js';
import { visitHours } from '../../figures/local-hours.js';

/** The start of a stream and its length. */
interface StreamSpan {
  started_at: string;
  minutes: number;
}

/**
 * Returns the milliseconds streamed in each hour of the week: seven rows, Monday first, of 24 hours. `offsetAt` returns the
 * milliseconds from UTC to the time zone at a moment. The default zone is UTC.
 */
export function weekHours(spans: readonly StreamSpan[], offsetAt: (at: number) => number = () => 0): number[][] {
  const week = Array.from({ length: 7 }, () => Array<number>(24).fill(0));
  for (const { started_at, minutes } of spans) {
    const start = Date.parse(started_at);
    visitHours([start, start + Math.round(minutes * minuteMs)], offsetAt, (hour, from, to) => {
      week[Math.floor(hour / 24)]![hour % 24]! += to - from;
    });
  }
  return week;
}

/** Returns 0 for Monday. */
export function weekday(moment: Date): number {
  return (moment.getUTCDay() + 6) % 7;
}

/** Encodes streams for the script that converts time zones: minutes from one start to the next, and lengths, in base 36. */
export function encodeStreams(spans: readonly StreamSpan[]): string {
  let before = 0;
  return spans
    .map(({ started_at, minutes }) => {
      const start = Math.floor(Date.parse(started_at) / minuteMs);
      const step = start - before;
      before = start;
      return `${step.toString(36)}.${Math.floor(minutes).toString(36)}`;
    })
    .join(' ');
}

/** Returns the streams of {@link encodeStreams}, each from the start of a minute. */
export function decodeStreams(encoded: string): StreamSpan[] {
  let start = 0;
  return encoded.split(' ').map((text) => {
    const [step = 0, minutes = 0] = text.split('.').map((part) => parseInt(part, 36));
    start += step;
    return { started_at: new Date(start * minuteMs).toISOString(), minutes };
  });
}
