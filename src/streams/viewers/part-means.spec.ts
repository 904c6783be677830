import fc from 'fast-check';
import { meansOfParts } from './part-means.js';
import { propertyRuns } from '../../../test/support/data/property-runs.js';

const partMs = 3_600_000;

describe('the means of parts', () => {
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
          expect(meansOfParts({ offsets, viewers: counts, end }, partMs)).toEqual({ parts: [0], means: [mean] });
        },
      ),
      propertyRuns(),
    );
  });

  it('include a sample in each interval up to the next sample, and skip the intervals between them', () => {
    const offsets = [0, 2.5 * partMs];
    expect(meansOfParts({ offsets, viewers: [10, 30], end: null }, partMs)).toEqual({
      parts: [0, 2],
      means: [10, 10],
    });
  });
});
