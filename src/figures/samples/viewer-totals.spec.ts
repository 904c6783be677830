import fc from 'fast-check';
import { segmentFigures } from '../../../test/support/data/metrics-oracle.js';
import { StreamSamples } from './stream-samples.js';
import { ViewerTotals } from './viewer-totals.js';
import { propertyRuns } from '../../../test/support/data/property-runs.js';

const viewers = fc.oneof(fc.nat({ max: 9 }), fc.maxSafeNat());

/** A stream with samples at distinct times. */
const stream = fc
  .record({
    start: fc.nat({ max: 30 }),
    steps: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 6 }),
    counts: fc.array(viewers, { minLength: 6, maxLength: 6 }),
    rest: fc.option(fc.nat({ max: 9 })),
  })
  .map(({ start, steps, counts, rest }): StreamSamples => {
    const times = steps.map((_, i) => start - 1 + steps.slice(0, i + 1).reduce((sum, step) => sum + step, 0));
    const end = rest === null ? null : (times.at(-1) ?? start) + rest;
    return { start, end, times, viewers: counts.slice(0, times.length), prunedUntil: null };
  });

const toOracle = ({ start, end, times, viewers: counts }: StreamSamples) => ({
  ...{ start, end, role: null },
  samples: times.map((moment, i) => ({ at: moment, viewers: BigInt(counts[i] ?? 0) })),
});

it('sums up streams in segments exactly, also above 2^53, with few changes in memory', () => {
  const input = fc.record({
    streams: fc.array(stream, { maxLength: 12 }),
    cuts: fc.uniqueArray(fc.nat({ max: 60 }), { minLength: 2, maxLength: 5 }),
    mostChanges: fc.nat({ max: 10 }),
  });
  fc.assert(
    fc.property(input, ({ streams, cuts, mostChanges }) => {
      const bounds = cuts.sort((a, b) => a - b);
      const totals = new ViewerTotals(Float64Array.from(bounds), mostChanges);
      for (const one of streams.toSorted((a, b) => a.start - b.start)) totals.add(one);
      const { viewerMs, timeMs, peaks, peakAt } = totals.finish();
      bounds.slice(1).forEach((to, i) => {
        const expected = segmentFigures([bounds[i] ?? 0, to], false, streams.map(toOracle));
        if (expected.peak_viewers === null) return expect(peaks[i]).toBe(-1);
        expect(Math.min(peaks[i] ?? 0, Number.MAX_SAFE_INTEGER)).toBe(expected.peak_viewers);
        expect(viewerMs.divide(i, 60_000)).toBe(expected.watchtime);
        expect(timeMs[i] === 0 ? expected.avg_viewers : viewerMs.divide(i, timeMs[i] ?? 0)).toBe(expected.avg_viewers);
        // Beyond 2^53, numbers of viewers are compared as floating-point numbers.
        if (expected.peak_viewers < Number.MAX_SAFE_INTEGER) {
          expect(new Date(peakAt[i] ?? 0).toISOString()).toBe(expected.peak_at);
        }
      });
    }),
    propertyRuns(500),
  );
});
