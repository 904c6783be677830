import { measureParts } from './known-parts.js';

const start = Date.parse('2026-06-01T12:00:00.000Z');
const at = (minute: number) => start + minute * 60_000;
const samples = (...list: [minute: number, viewers: number][]) => ({
  ...{ times: list.map(([minute]) => at(minute)), viewers: list.map(([, viewers]) => viewers), prunedUntil: null },
});
const stream = (from: number, to: number | null) => ({ start: at(from), end: to === null ? null : at(to) });
const parts = (minutes: number, length = 5) => ({ from: start, to: at(minutes), partMs: length * 60_000 });

describe('the viewers of a stream in the parts of a graph', () => {
  it('are the viewers of the last sample, if the next one comes within 10 minutes', () => {
    const { values, heldViewers } = measureParts(
      { ...stream(0, 30), ...samples([0, 10], [10, 20], [20, 30]) },
      parts(35),
      at(60),
    );
    expect(values).toEqual([10, 10, 20, 20, 30, 30, null]);
    expect(heldViewers.every((value) => value === null)).toBe(true);
  });

  it('are means over the time of a part, and of the time with known viewers', () => {
    const { values } = measureParts({ ...stream(0, 19), ...samples([2, 10], [6, 20], [9, 50]) }, parts(15), at(60));
    expect(values).toEqual([10, Math.round((10 + 3 * 20 + 50) / 5), 50]);
  });

  it('are unknown from the last sample on, if the next one comes later, at the last known number', () => {
    const { values, heldViewers } = measureParts(
      { ...stream(0, 30), ...samples([0, 10], [15, 20], [25, 30]) },
      parts(30),
      at(60),
    );
    expect(values).toEqual([10, null, null, 20, 20, 30]);
    expect(heldViewers).toEqual([null, 10, 10, null, null, null]);
  });

  it('are unknown before the first sample, and neither known nor unknown outside of the stream', () => {
    const { values, heldViewers } = measureParts(
      { ...stream(5, 20), ...samples([10, 40], [15, 50]) },
      parts(30),
      at(60),
    );
    expect(values).toEqual([null, null, 40, 50, null, null]);
    expect(heldViewers).toEqual([null, 40, null, null, null, null]);
  });

  it('are unknown until the end of a stream that ends long after its last sample', () => {
    const { values, heldViewers } = measureParts({ ...stream(0, 20), ...samples([0, 10]) }, parts(25), at(60));
    expect(values).toEqual([10, null, null, null, null]);
    expect(heldViewers).toEqual([null, 10, 10, 10, null]);
  });

  it('count up to now while the stream is live, and are unknown without a sample for 10 minutes', () => {
    const live = { ...stream(0, null), ...samples([0, 10], [5, 20]) };
    expect(measureParts(live, parts(20), at(15)).values).toEqual([10, 20, 20, null]);
    expect(measureParts(live, parts(20), at(20)).heldViewers).toEqual([null, null, 20, 20]);
  });

  it('are known in a part with a sample, also if parts are longer than 10 minutes', () => {
    const { values } = measureParts({ ...stream(0, 180), ...samples([0, 10], [60, 20]) }, parts(180, 60), at(240));
    expect(values).toEqual([10, 20, null]);
  });
});
