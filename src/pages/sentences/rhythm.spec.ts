import { computeRhythm } from './usual-times.js';

const now = new Date('2026-11-26T12:00:00.000Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const streams = (...days: number[]) => days.map((day) => ({ started_at: daysAgo(day).toISOString() }));

describe('the rhythm of a streamer', () => {
  it('is the number of streams per week since a time, or since the first stream', () => {
    expect(computeRhythm(streams(20, 15, 10, 5), now, daysAgo(28)).perWeek).toBe(1);
    expect(computeRhythm(streams(14, 10, 6, 2), now).perWeek).toBe(2);
  });

  it('is unknown in less than two weeks, and with less than one stream per week', () => {
    expect(computeRhythm(streams(13, 6, 1), now).perWeek).toBeNull();
    expect(computeRhythm(streams(20), now, daysAgo(28)).perWeek).toBeNull();
  });

  it('is over two weeks after the newest stream', () => {
    expect(computeRhythm(streams(30, 13), now).isCurrent).toBe(true);
    expect(computeRhythm(streams(30, 14), now).isCurrent).toBe(false);
  });
});
