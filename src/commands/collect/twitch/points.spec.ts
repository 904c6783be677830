import { WaitingClock } from '../../../clock/waiting-clock.js';
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

it('takes a whole bucket at once, and then what comes back', async () => {
  const clock = new SleepingClock();
  const points = new Points(clock);
  for (let taken = 0; taken < 800; taken++) await points.take(never);
  expect(clock.time).toBe(1_000_000);
  for (let taken = 0; taken < 200; taken++) await points.take(never);
  expect(clock.time - 1_000_000).toBeGreaterThanOrEqual(15_000);
  expect(clock.time - 1_000_000).toBeLessThan(15_500);
});

it('goes by what an answer says, so that others may take from the same bucket', async () => {
  const clock = new SleepingClock();
  const points = new Points(clock);
  points.learn(headers({ 'Ratelimit-Limit': '120', 'Ratelimit-Remaining': '0' }));
  await points.take(never);
  expect(clock.time).toBe(1_000_500);
});

it.each<[string, Record<string, string>, number]>([
  ['the bucket is full', { 'Ratelimit-Reset': '1030' }, 30_000],
  ['the seconds of Retry-After have passed', { 'Retry-After': '7' }, 7_000],
  ['the date of Retry-After has come', { 'Retry-After': 'Thu, 01 Jan 1970 00:16:45 GMT' }, 5_000],
  ['Retry-After where the reset cannot be right', { 'Ratelimit-Reset': '99999', 'Retry-After': '7' }, 7_000],
  ['a second where nothing says how long', {}, 1_000],
  ['a second where the reset is a text', { 'Ratelimit-Reset': 'soon', 'Retry-After': '-1' }, 1_000],
])('waits after a 429 until %s', async (_title, values, waits) => {
  const clock = new SleepingClock();
  const points = new Points(clock);
  expect(points.close(headers(values))).toBe(waits);
  await points.take(never);
  expect(clock.time - 1_000_000).toBe(waits);
});

it('waits twice as long after each 429 in a row that does not say how long, up to a minute', () => {
  const points = new Points(new SleepingClock());
  const close = () => points.close(headers({})) / 1_000;
  expect(Array.from({ length: 8 }, close)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  points.learn(headers({}));
  expect(close()).toBe(1);
});
