import { usualTimes } from './usual-times.js';

/** Streams on days of November 2026. The 2nd is a Monday. */
const on = (days: readonly number[], time: string, minutes: number) =>
  days.map((day) => ({ started_at: `2026-11-${String(day).padStart(2, '0')}T${time}:00.000Z`, minutes }));

const weekdays = [2, 3, 4, 5, 6];

describe('the usual times of a streamer', () => {
  it('are the hours in which most streams were live, if there are at least five', () => {
    const usual = { from: 18, to: 22, length: 4, isUsual: true, weekdays: [] };
    expect(usualTimes(on(weekdays, '18:10', 225))).toEqual(usual);
    expect(usualTimes(on([2, 3, 4, 5], '18:10', 225))).toBeNull();
  });

  it('may cross midnight', () => {
    expect(usualTimes(on(weekdays, '23:00', 180))).toMatchObject({ from: 23, to: 2 });
  });

  it('name up to three weekdays with most of the streams', () => {
    const streams = [...on([3, 10, 17, 24], '20:00', 120), ...on([5, 12, 19], '20:00', 120), ...on([8], '20:00', 120)];
    expect(usualTimes(streams)?.weekdays).toEqual([1, 3]);
  });

  it('are only the most frequent hours if fewer than half of the streams are live then', () => {
    const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
    const anyTime = hours.flatMap((time) => on([2], time, 60));
    expect(usualTimes([...anyTime, ...on(weekdays, '16:00', 120)])).toMatchObject({
      ...{ from: 16, to: 18, isUsual: false, weekdays: [] },
    });
  });

  it.each([
    ['streams at any time', ['00:00', '05:00', '10:00', '15:00', '20:00'].flatMap((time) => on([2], time, 240))],
    ['streams without length', on(weekdays, '18:00', 0)],
    ['long streams, which are live in most hours', on(weekdays, '06:00', 840)],
  ])('are unknown for %s', (_title, streams) => {
    expect(usualTimes(streams)).toBeNull();
  });

  it('are all hours for a channel that never stops', () => {
    expect(usualTimes(on(weekdays, '00:00', 1440))).toMatchObject({ length: 24, isUsual: true });
  });
});
