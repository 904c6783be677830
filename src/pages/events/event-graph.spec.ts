import { EventSpan, listMoments, partsOf } from '../../events/figures/event-span.js';
import { totalAt } from './event-graph.js';

const start = Date.parse('2026-06-01T12:00:00.000Z');
const span = (minutes: number, granularity: EventSpan['granularity'] = 'fiveMinutes'): EventSpan => ({
  ...{ from: start, to: start + minutes * 60_000, granularity },
});

it('has about 1,000 moments over the whole time of a long event', () => {
  const moments = listMoments(span(100 * 1440, 'hourly'));
  expect(moments.length).toBeLessThanOrEqual(1_001);
  expect((moments.at(-1) ?? 0) - start).toBeGreaterThan(99 * 86_400_000);
});

it('has parts that start at its moments', () => {
  const { from, to, partMs } = partsOf(span(30));
  expect([from, (to - from) / partMs]).toEqual([start, listMoments(span(30)).length]);
});

it('sums the known layers, and counts the streams at the time', () => {
  const layers = [
    { values: [10, null, null], heldViewers: [null, 10, 10] },
    { values: [5, 6, null], heldViewers: [null, null, 6] },
    { values: [1, null, null], heldViewers: [null, null, null] },
  ];
  expect([0, 1, 2].map((place) => totalAt(layers, place))).toEqual([
    { sum: 16, known: 3, streams: 3 },
    { sum: 6, known: 1, streams: 2 },
    { sum: null, known: 0, streams: 2 },
  ]);
});
