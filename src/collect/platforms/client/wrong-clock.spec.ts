import { describeWrongClock } from './wrong-clock.js';

const now = new Date('2026-01-01T00:05:00.900Z');
const describeAfter = (date: string, age = '0') => describeWrongClock(new Headers({ date, age }), now);

it.each([
  ['Thu, 01 Jan 2026 00:00:00 GMT', undefined],
  ['Wed, 31 Dec 2025 23:59:59 GMT', '301 seconds ahead'],
  ['Thu, 01 Jan 2026 00:10:00 GMT', undefined],
  ['Thu, 01 Jan 2026 00:10:01 GMT', '301 seconds behind'],
])('compares the clock with a response from %s', (date, difference) => {
  expect(describeAfter(date)?.split('so the clock is ')[1]).toBe(difference);
});

it('accepts the age of a cached response, and a response without a date', () => {
  expect(describeAfter('Wed, 31 Dec 2025 23:00:00 GMT', '3900')).toBeUndefined();
  expect(describeAfter('yesterday')).toBeUndefined();
  expect(describeWrongClock(new Headers(), now)).toBeUndefined();
});
