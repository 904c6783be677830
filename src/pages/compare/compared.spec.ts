import { StreamOutline } from '../../streams/dto/stream-summary.response.js';
import { Window } from '../../figures/windows.js';
import { Compared, hourSeries } from './compared.js';

const days = (first: string, last: string): Window => ({ from: new Date(first), to: new Date(last) });

const streamed = (...outlines: Pick<StreamOutline, 'started_at' | 'minutes'>[]) =>
  ({ streamer: { name: 'one', display_name: 'One' }, outlines }) as Compared;

const hoursOf = (compared: Compared, window: Window) =>
  hourSeries([compared], window)[0]?.points.map(({ value }) => value);

describe('hours streamed', () => {
  const threeDays = days('2026-10-01T00:00:00Z', '2026-10-04T00:00:00Z');

  it('count on the day on which they were streamed, not on the start day of the stream', () => {
    const one = streamed({ started_at: '2026-10-01T18:00:00Z', minutes: 36 * 60 });
    expect(hoursOf(one, threeDays)).toEqual([6, 24, 6]);
  });

  it('belong to one day if the stream ends at midnight', () => {
    const one = streamed({ started_at: '2026-10-02T00:00:00Z', minutes: 1440 });
    expect(hoursOf(one, threeDays)).toEqual([0, 24, 0]);
  });

  it('end with the window', () => {
    const one = streamed({ started_at: '2026-10-03T23:00:00Z', minutes: 120 });
    expect(hoursOf(one, threeDays)).toEqual([0, 0, 1]);
  });

  it('add up, in tenths of an hour', () => {
    const started_at = '2026-10-01T12:00:00Z';
    expect(hoursOf(streamed({ started_at, minutes: 50 }, { started_at, minutes: 31 }), threeDays)).toEqual([1.4, 0, 0]);
  });

  it('combine several days each in a longer window', () => {
    const ninetyDays = days('2026-07-01T00:00:00Z', '2026-09-29T00:00:00Z');
    const hours = hoursOf(streamed({ started_at: '2026-07-03T12:00:00Z', minutes: 1440 }), ninetyDays);
    expect(hours?.slice(0, 3)).toEqual([12, 12, 0]);
    expect(hours).toHaveLength(30);
  });
});
