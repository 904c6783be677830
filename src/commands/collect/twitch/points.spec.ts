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

it.each([
  ['1030', 30_000],
  ['999', 1_000],
  ['99999', 60_000],
  ['soon', 60_000],
])('waits after a 429 until the bucket is full: %s', async (reset, waits) => {
  const clock = new SleepingClock();
  const points = new Points(clock);
  points.close(headers({ 'Ratelimit-Reset': reset }));
  await points.take(never);
  expect(clock.time - 1_000_000).toBe(waits);
});
