import { withNextLink } from './next-link.js';
import { WithHeaders } from '../request/with-headers.js';

const page = { items: ['a', 'b'], hasMore: true, nextCursor: 7 };

it('links to the next page with the limit, and with the other parameters that have a value', () => {
  const parameters = { from: '2026-10-01T00:00+02:00', to: undefined, name: 'a&b>', cursor: 5, live: false, limit: 2 };
  expect(withNextLink(page, () => '/v1/things', parameters, false)).toEqual(
    new WithHeaders(page.items, {
      Link: '</v1/things?limit=2&cursor=7&from=2026-10-01T00%3A00%2B02%3A00&name=a%26b%3E&live=false>; rel="next"',
    }),
  );
});

it('links only in CSV and NDJSON if the body has the next cursor', () => {
  const link = { Link: '</v1/things?limit=2&cursor=7>; rel="next"' };
  expect(withNextLink(page, () => '/v1/things', { limit: 2, cursor: 5 }, true)).toEqual(
    new WithHeaders(page, {}, link),
  );
});

it('omits the link on the last page', () => {
  const last = { items: [], hasMore: false, nextCursor: 7 };
  expect(withNextLink(last, () => '/v1/things', { limit: 2, cursor: 7 }, false)).toEqual(new WithHeaders([], {}));
});
