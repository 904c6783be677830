import fc from 'fast-check';
import { toPage } from './page.js';
import { propertyRuns } from '../../../test/support/data/property-runs.js';

function entries(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `entry ${i}`);
}

describe('toPage', () => {
  it.each([
    ['less than the limit', 3, 3, false],
    ['just full', 5, 5, false],
    ['full, and one more that only shows that more follow', 6, 5, true],
    ['empty past the end', 0, 0, false],
  ])('is %s', (_, found, shown, hasMore) => {
    expect(toPage(entries(found), 10, 5)).toEqual({ items: entries(shown), hasMore, nextCursor: 10 + shown });
  });

  it('covers every entry once from page to page, with any limit', () => {
    fc.assert(
      fc.property(fc.nat({ max: 300 }), fc.integer({ min: 1, max: 200 }), (count, limit) => {
        const board = entries(count);
        const seen: string[] = [];
        for (let cursor = 0, hasMore = true; hasMore;) {
          const page = toPage(board.slice(cursor, cursor + limit + 1), cursor, limit);
          seen.push(...page.items);
          expect(page.nextCursor).toBe(seen.length);
          ({ nextCursor: cursor, hasMore } = page);
        }
        expect(seen).toEqual(board);
      }),
      propertyRuns(),
    );
  });
});
