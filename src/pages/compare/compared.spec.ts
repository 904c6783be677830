import { StreamOutline } from '../../streams/detail/stream-summary.response.js';
import { Compared, growthOf } from './compared.js';
import { hoursOf } from './graphs/hours-graph.js';

const streamed = (...outlines: Pick<StreamOutline, 'started_at' | 'minutes'>[]) => ({ outlines }) as Compared;

describe('hours streamed', () => {
  const window = { from: new Date('2026-10-28T12:00:00Z'), to: new Date('2026-11-11T12:00:00Z') };
  const one = streamed(
    { started_at: '2026-11-01T18:00:00Z', minutes: 12 * 60 },
    { started_at: '2026-11-10T12:00:00Z', minutes: 81 },
  );

  it('count in the week in which they were streamed, from Monday, and mark weeks that are not whole', () => {
    const rows = hoursOf([one, streamed()], window, 'week');
    expect(rows.map(({ period, hours }) => [new Date(period.from).getUTCDate(), hours, period.isPart])).toEqual([
      [26, [6, 0], true],
      [2, [6, 0], false],
      [9, [1.4, 0], true],
    ]);
  });
});

it('leaves hours unknown before the first stream of a streamer', () => {
  const window = { from: new Date('2026-11-02T00:00:00Z'), to: new Date('2026-11-16T00:00:00Z') };
  const late = { ...streamed(), knownSince: Date.parse('2026-11-10T12:00:00Z') };
  expect(hoursOf([late], window, 'week').map(({ hours }) => hours)).toEqual([[null], [0]]);
});

describe('the growth of followers', () => {
  const grown = (days: number, ...counts: [day: number, followers: number][]) =>
    growthOf({
      figures: { days },
      followers: counts.map(([day, followers]) => ({
        followers,
        created_at: new Date(day * 86_400_000).toISOString(),
      })),
    } as Compared);

  it('is a percentage of the first count, with one decimal', () => {
    expect(grown(7, [0, 2000], [3, 2100], [6, 2059])).toBe(3);
    expect(grown(7, [0, 2000], [6, 1990])).toBe(-0.5);
  });

  it('is unknown if the counts cover less than half of the window, or begin with 0', () => {
    expect(grown(30, [0, 2000], [6, 2059])).toBeNull();
    expect(grown(7, [0, 2000])).toBeNull();
    expect(grown(7, [0, 0], [6, 10])).toBeNull();
  });
});
