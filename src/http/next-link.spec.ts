import { withNextLink } from './next-link.js';
import { WithHeaders } from './with-headers.js';

it('leads to the next page', () => {
  expect(withNextLink({ items: ['a', 'b'], hasMore: true, nextCursor: 7 }, '/v1/things', 2)).toEqual(
    new WithHeaders(['a', 'b'], { Link: '</v1/things?limit=2&cursor=7>; rel="next"' }),
  );
});

it('leads nowhere from the last page', () => {
  expect(withNextLink({ items: [], hasMore: false, nextCursor: 7 }, '/v1/things', 2)).toEqual(new WithHeaders([], {}));
});
