import fc from 'fast-check';
import { thinnedPoints } from '../../test/support/data/thinning.js';
import { thinned } from './thinning.js';
import { propertyRuns } from '../../test/support/data/property-runs.js';

describe('a thinned graph', () => {
  it.each([
    ['spread over years', 200_000_000_000],
    ['within a second', 1_000],
  ])('keeps the same points as the simplest implementation of the rule, for points %s', (_title, spanMs) => {
    const moment = fc.oneof(fc.nat({ max: spanMs }), fc.nat({ max: Math.floor(spanMs / 10_000) }));
    const point = fc.record({ at: moment, figure: fc.nat({ max: 9 }) });
    const history = fc.uniqueArray(point, { selector: ({ at }) => at, minLength: 2, maxLength: 60 });
    fc.assert(
      fc.property(history, fc.integer({ min: 2, max: 24 }), (points, limit) => {
        const inOrder = points.toSorted((a, b) => a.at - b.at);
        const [moments, figures] = [inOrder.map(({ at }) => at), inOrder.map(({ figure }) => figure)];
        const kept = thinned(moments, figures, limit);
        expect(kept.map((i) => inOrder[i])).toEqual(thinnedPoints(inOrder, limit));
        expect(kept.length).toBeLessThanOrEqual(limit);
      }),
      propertyRuns(500),
    );
  });

  it('is empty without points', () => {
    expect(thinned([], [], 10)).toEqual([]);
  });
});
