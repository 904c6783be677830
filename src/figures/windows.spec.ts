import { monthBefore } from './calendar.js';
import { windowBefore, windowEndingAt } from './windows.js';

const to = new Date('2026-03-30T01:30:00.123Z');
const between = (from: string, end = to.toISOString()) => ({ from: Date.parse(from), to: Date.parse(end) });

it.each([
  [undefined, '2026-02-28T01:30:00.123Z'],
  [7, '2026-03-23T01:30:00.123Z'],
  [90, '2025-12-30T01:30:00.123Z'],
  [365, '2025-03-30T01:30:00.123Z'],
])('a window spans %s x 24 hours, by default 30, regardless of month lengths and time changes', (days, from) => {
  expect(windowEndingAt(to, days)).toEqual(between(from));
});

it('the window before has the same length, and ends at the start of the given window', () => {
  const before = between('2026-03-16T01:30:00.123Z', '2026-03-23T01:30:00.123Z');
  expect(windowBefore(windowEndingAt(to, 7))).toEqual(before);
});

it.each([
  ['2026-03', undefined, '2026-02'],
  ['2026-01', 1, '2025-12'],
  ['2026-03', 15, '2024-12'],
])('%s is %s months after another month', (month, months, before) => {
  expect(monthBefore(month, months)).toBe(before);
});
