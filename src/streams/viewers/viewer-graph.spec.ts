import fc from 'fast-check';
import { propertyRuns } from '../../../test/support/data/property-runs.js';
import { StreamSamples } from '../../figures/samples/stream-samples.js';
import { graphOf } from './viewer-graph.js';

const partMs = 3_600_000;
const start = Date.parse('2026-06-01T12:00:00.000Z');
const everything = { from: -Infinity, to: Infinity, partMs };
const samplesOf = (offsets: readonly number[], viewers: number[], end: number | null): StreamSamples => ({
  ...{ start, viewers, prunedUntil: null },
  end: end === null ? null : start + end,
  times: offsets.map((offset) => start + offset),
});

describe('the points of a viewer graph', () => {
  it('are exact for the largest numbers of viewers', () => {
    const viewers = fc.oneof(fc.nat({ max: 3 }), fc.integer({ min: 999_999_999, max: 1_000_000_001 }), fc.maxSafeNat());
    fc.assert(
      fc.property(
        fc.array(viewers, { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat({ max: 500_000 })),
        (counts, steps) => {
          const offsets = counts.map((_, i) => steps.slice(0, i).reduce((sum, step) => sum + step, 0) + i);
          const end = Math.max(...offsets) + 7;
          const holds = offsets.map((offset, i) => BigInt((offsets[i + 1] ?? end) - offset));
          const sum = counts.reduce((total, count, i) => total + BigInt(count) * (holds[i] ?? 0n), 0n);
          const time = BigInt(end - (offsets[0] ?? 0));
          const mean = Number((2n * sum + time) / (2n * time));
          const { points } = graphOf(samplesOf(offsets, counts, end), everything);
          expect(points).toEqual([{ viewers: mean, created_at: new Date(start).toISOString(), offset_seconds: 0 }]);
        },
      ),
      propertyRuns(),
    );
  });

  it('include a sample in each interval up to the next sample, and skip the intervals between them', () => {
    const { points } = graphOf(samplesOf([0, 2.5 * partMs], [10, 30], null), everything);
    expect(points.map(({ offset_seconds, viewers }) => [offset_seconds, viewers])).toEqual([
      [0, 10],
      [7_200, 10],
    ]);
  });

  it('need no memory for the years of a stream without samples', () => {
    const years = 50 * 365 * 24 * partMs;
    const { points } = graphOf(samplesOf([0, years], [10, 30], null), { ...everything, partMs: 60_000 });
    expect(points.map(({ offset_seconds }) => offset_seconds)).toEqual([0, years / 1_000]);
  });
});
