import fc from 'fast-check';
import { toPage } from './page.js';

function entries(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `entry ${i}`);
}

describe('toPage', () => {
  it('shows all there is when it is less than the limit', () => {
    expect(toPage(entries(3), 10, 5)).toEqual({ items: entries(3), hasMore: false, nextCursor: 13 });
  });

  it('is the last page when it is just full', () => {
    expect(toPage(entries(5), 0, 5)).toEqual({ items: entries(5), hasMore: false, nextCursor: 5 });
  });

  it('leaves out the entry that only shows that more follow', () => {
    expect(toPage(entries(6), 0, 5)).toEqual({ items: entries(5), hasMore: true, nextCursor: 5 });
  });

  it('is empty past the end, and the cursor stays where it is', () => {
    expect(toPage([], 1_000, 5)).toEqual({ items: [], hasMore: false, nextCursor: 1_000 });
  });

  it('leads from page to page over every entry once, with any limit', () => {
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
    );
  });
});
