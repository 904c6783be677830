import { StreamOutline } from '../../streams/dto/stream-summary.response.js';

export const hourMs = 3_600_000;

/** Returns the milliseconds streamed in each hour of the week, in UTC: seven rows, Monday first, of 24 hours. */
export function weekHours(outlines: readonly Pick<StreamOutline, 'started_at' | 'minutes'>[]): number[][] {
  const week = Array.from({ length: 7 }, () => Array<number>(24).fill(0));
  for (const { started_at, minutes } of outlines) addTime(week, Date.parse(started_at), minutes);
  return week;
}

function addTime(week: number[][], start: number, minutes: number): void {
  const end = start + minutes * 60_000;
  for (let at = start; at < end;) {
    const next = Math.min(end, (Math.floor(at / hourMs) + 1) * hourMs);
    const moment = new Date(at);
    const row = week[(moment.getUTCDay() + 6) % 7];
    if (row) row[moment.getUTCHours()] = (row[moment.getUTCHours()] ?? 0) + next - at;
    at = next;
  }
}

/** Encodes streams for the script that converts time zones: start and length in minutes, in base 36. */
export function encodeStreams(outlines: readonly Pick<StreamOutline, 'started_at' | 'minutes'>[]): string {
  let before = 0;
  return outlines
    .map(({ started_at, minutes }) => {
      const start = Math.floor(Date.parse(started_at) / 60_000);
      const step = start - before;
      before = start;
      return `${step.toString(36)}.${minutes.toString(36)}`;
    })
    .join(' ');
}
