import { timeLeft } from './time-labels.js';

it('counts days by the calendar, then hours, then has no number', () => {
  const now = new Date('2026-11-29T13:00:00Z');
  const left = (at: string) => timeLeft(new Date(`${at}Z`), now);
  expect(left('2026-12-02T00:27')).toBe('3 days');
  expect(left('2026-12-01T23:27')).toBe('2 days');
  expect(left('2026-11-30T13:00')).toBe('1 day');
  expect(left('2026-11-30T12:59')).toBe('23 h');
  expect(left('2026-11-29T14:00')).toBe('1 h');
  expect(left('2026-11-29T13:59')).toBe('any minute');
});
