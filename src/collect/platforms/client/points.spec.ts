import { WaitingClock } from '../../../clock/clock.js';
import { Points } from './points.js';

class SleepingClock extends WaitingClock {
  time = 1_000_000;

  override now(): Date {
    return new Date(this.time);
  }

  override monotonicMs(): number {
    return this.time;
  }

  override async sleep(ms: number): Promise<void> {
    this.time += ms;
  }
}

const never = new AbortController().signal;
const headers = (values: Record<string, string>) => new Headers(values);

it('spends a whole bucket at once, and then the points that are refilled', async () => {
  const clock = new SleepingClock();
  const points = new Points(clock, 800);
  for (let taken = 0; taken < 800; taken++) await points.take(never);
  expect(clock.time).toBe(1_000_000);
  for (let taken = 0; taken < 200; taken++) await points.take(never);
  expect(clock.time - 1_000_000).toBeGreaterThanOrEqual(15_000);
  expect(clock.time - 1_000_000).toBeLessThan(15_500);
});

it('follows the points in a response, so that others may use the same bucket', async () => {
  const clock = new SleepingClock();
  const points = new Points(clock, 800);
  points.learn(headers({ 'Ratelimit-Limit': '120', 'Ratelimit-Remaining': '0' }));
  await points.take(never);
  expect(clock.time).toBe(1_000_500);
});

it.each<[string, Record<string, string>, number]>([
  ['the bucket is full', { 'Ratelimit-Reset': '1030' }, 30_000],
  ['the seconds of Retry-After have passed', { 'Retry-After': '7' }, 7_000],
  ['the date of Retry-After has come', { 'Retry-After': 'Thu, 01 Jan 1970 00:16:45 GMT' }, 5_000],
  ['the time of Retry-After, if the reset is implausible', { 'Ratelimit-Reset': '99999', 'Retry-After': '7' }, 7_000],
  ['a second has passed, without a time in the headers', {}, 1_000],
  ['the seconds of Retry-After have passed, rounded up', { 'Retry-After': '6.1' }, 7_000],
  ['a second has passed, if Retry-After is a list', { 'Retry-After': '7, 9' }, 1_000],
  ['a second has passed, if the reset is a text', { 'Ratelimit-Reset': 'soon', 'Retry-After': '-1' }, 1_000],
])('waits after a 429 until %s', async (_title, values, waits) => {
  const clock = new SleepingClock();
  const points = new Points(clock, 800);
  expect(points.close(headers(values))).toBe(waits);
  await points.take(never);
  expect(clock.time - 1_000_000).toBe(waits);
});

it.each<[string, Record<string, string>, number]>([
  ['a minute', { 'Retry-After': '60' }, 60],
  ['more than a minute', { 'Retry-After': '61' }, 61],
  ['an hour', { 'Retry-After': '3600', 'Ratelimit-Reset': '1030' }, 3_600],
  ['at most an hour', { 'Retry-After': '86400' }, 3_600],
  ['the date in an hour', { 'Retry-After': 'Thu, 01 Jan 1970 01:16:39 GMT' }, 3_599],
  ['the reset in 15 minutes', { 'Ratelimit-Reset': '1900' }, 900],
  [
    'the reset in 15 minutes by the clock of the platform',
    { 'Ratelimit-Reset': '2000', Date: 'Thu, 01 Jan 1970 00:18:20 GMT' },
    900,
  ],
  ['a second, if the reset is in milliseconds', { 'Ratelimit-Reset': '1030000' }, 1],
])('stays closed for %s', (_title, values, seconds) => {
  expect(new Points(new SleepingClock(), 60).close(headers(values))).toBe(seconds * 1_000);
});

it.each([60, 800])('keeps the documented rate of %d per minute, also if headers contain a higher one', async (rate) => {
  const clock = new SleepingClock();
  const points = new Points(clock, rate);
  for (let taken = 0; taken < 3 * rate; taken++) {
    await points.take(never);
    points.learn(headers({ 'Ratelimit-Limit': '100000', 'Ratelimit-Remaining': '99999' }));
  }
  expect([points.perMinute, Math.round((clock.time - 1_000_000) / 10_000)]).toEqual([rate, 12]);
});

it('doubles the wait after each consecutive 429 without a time, up to a minute', () => {
  const points = new Points(new SleepingClock(), 800);
  const close = () => points.close(headers({})) / 1_000;
  expect(Array.from({ length: 8 }, close)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  points.learn(headers({}));
  expect(close()).toBe(1);
});
