import { withNextLink } from './next-link.js';
import { WithHeaders } from '../request/with-headers.js';

it('links to the next page', () => {
  expect(withNextLink({ items: ['a', 'b'], hasMore: true, nextCursor: 7 }, '/v1/things', 2)).toEqual(
    new WithHeaders(['a', 'b'], { Link: '</v1/things?limit=2&cursor=7>; rel="next"' }),
  );
});

it('links to the next page with the same other parameters', () => {
  const page = { items: ['a'], hasMore: true, nextCursor: 1 };
  expect(withNextLink(page, '/v1/things', 1, { from: '2026-10-01T00:00+02:00', to: undefined, name: 'a&b>' })).toEqual(
    new WithHeaders(['a'], {
      Link: '</v1/things?limit=1&cursor=1&from=2026-10-01T00%3A00%2B02%3A00&name=a%26b%3E>; rel="next"',
    }),
  );
});

it('omits the link on the last page', () => {
  expect(withNextLink({ items: [], hasMore: false, nextCursor: 7 }, '/v1/things', 2)).toEqual(new WithHeaders([], {}));
});
