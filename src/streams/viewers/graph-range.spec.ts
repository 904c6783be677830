import { cutRange } from './graph-range.js';

it('cuts both ends to whole intervals, also before 1970, and keeps an end without a limit', () => {
  const between = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) });
  const range = between('2026-10-01T12:34:56.789Z', '1969-12-31T23:59:59.999Z');
  expect(cutRange(range, 300)).toEqual(between('2026-10-01T12:30:00.000Z', '1969-12-31T23:55:00.000Z'));
  expect(cutRange(range, 3_600)).toEqual(between('2026-10-01T12:00:00.000Z', '1969-12-31T23:00:00.000Z'));
  expect(cutRange({ from: -Infinity, to: Infinity }, 60)).toEqual({ from: -Infinity, to: Infinity });
});
