import { ViewerPoint } from '../../streams/viewers/viewer-point.response.js';
import { EventSpan, listMoments, readRange, totalAt, measureViewers } from './event-graph.js';

const start = Date.parse('2026-06-01T12:00:00.000Z');
const at = (minute: number) => new Date(start + minute * 60_000).toISOString();
const samples = (...list: [minute: number, viewers: number][]): ViewerPoint[] =>
  list.map(([minute, viewers]) => ({ created_at: at(minute), viewers, timestamp: '' }));
const span = (minutes: number, granularity: EventSpan['granularity'] = 'fiveMinutes'): EventSpan => ({
  ...{ from: start, to: start + minutes * 60_000, granularity },
});
const stream = (from: number, to: number | null) => ({ started_at: at(from), ended_at: to === null ? null : at(to) });

describe('the viewers of a stream in the graph of an event', () => {
  it('are those of the last sample, if the next one comes within 10 minutes', () => {
    const { values, held } = measureViewers(stream(0, 30), samples([0, 10], [10, 20], [20, 30]), span(30));
    expect(values).toEqual([10, 10, 20, 20, 30, 30, null]);
    expect(held.every((value) => value === null)).toBe(true);
  });

  it('are unknown from the last sample on, if the next one comes later, at the last known number', () => {
    const { values, held } = measureViewers(stream(0, 30), samples([0, 10], [15, 20], [25, 30]), span(25));
    expect(values).toEqual([10, null, null, 20, 20, 30]);
    expect(held).toEqual([null, 10, 10, null, null, null]);
  });

  it('are unknown before the first sample, and neither known nor unknown outside of the stream', () => {
    const { values, held } = measureViewers(stream(5, 20), samples([10, 40], [15, 50]), span(25));
    expect(values).toEqual([null, null, 40, 50, null, null]);
    expect(held).toEqual([null, 40, null, null, null, null]);
  });

  it('are unknown until the end of a stream that ends long after its last sample', () => {
    const { values, held } = measureViewers(stream(0, 20), samples([0, 10]), span(20));
    expect(values).toEqual([10, null, null, null, null]);
    expect(held).toEqual([null, 10, 10, 10, null]);
  });

  it('count up to now while the stream is live, and are unknown without a sample for 10 minutes', () => {
    expect(measureViewers(stream(0, null), samples([0, 10], [5, 20]), span(15)).values).toEqual([10, 20, 20, 20]);
    expect(measureViewers(stream(0, null), samples([0, 10], [5, 20]), span(20)).held).toEqual([null, null, 20, 20, 20]);
  });

  it('are known in an interval with a sample, also if intervals are longer than 10 minutes', () => {
    const { values } = measureViewers(stream(0, 180), samples([0, 10], [60, 20]), span(120, 'hourly'));
    expect(values).toEqual([10, 20, null]);
  });
});

it('has about 1,000 moments over the whole time of a long event', () => {
  const moments = listMoments(span(100 * 1440, 'hourly'));
  expect(moments.length).toBeLessThanOrEqual(1_001);
  expect((moments.at(-1) ?? 0) - start).toBeGreaterThan(99 * 86_400_000);
});

it('sums the known layers, and counts the streams at the time', () => {
  const layers = [
    { values: [10, null, null], held: [null, 10, 10] },
    { values: [5, 6, null], held: [null, null, 6] },
    { values: [1, null, null], held: [null, null, null] },
  ];
  expect([0, 1, 2].map((place) => totalAt(layers, place))).toEqual([
    { sum: 16, known: 3, streams: 3 },
    { sum: 6, known: 1, streams: 2 },
    { sum: null, known: 0, streams: 2 },
  ]);
});

it('reads the samples that still count at the start of the graph, and none before the stream', () => {
  const now = new Date(start + 3_600_000);
  const read = (minute: number) => readRange(span(30), { started_at: at(minute) } as never, now);
  expect(read(-600)).toEqual({ from: at(-15), to: at(45) });
  expect(read(10)).toEqual({ from: at(10), to: at(45) });
});
