import { Page } from './page.js';
import { WithHeaders } from '../request/with-headers.js';

/** The header `Link` in the OpenAPI document. */
export const nextLinkHeader = {
  Link: {
    description:
      'URL of the next page as `<...>; rel="next"`, relative to the URL of the request. The last page has no `Link`.',
    schema: { type: 'string' as const },
    example: '</v1/events/public?limit=50&cursor=50>; rel="next"',
  },
};

/** The header `Link` of lists whose JSON contains the next cursor. */
export const nextLinkOfRowsHeader = {
  Link: {
    ...nextLinkHeader.Link,
    description: `Only in CSV and NDJSON. ${nextLinkHeader.Link.description}`,
    example: '</v1/leaderboard.csv?limit=50&cursor=50&sort=watchtime&days=30>; rel="next"',
  },
};

type Parameters = Readonly<Record<string, string | undefined>>;

/**
 * Adds a `Link` (RFC 8288) to the next page, if there is one, to the items of a page. `path` is the public path of the
 * list. The address has no scheme and host, so it works with every name of the service. `otherParameters` are the other
 * parameters of the next page.
 */
export function withNextLink<Item>(page: Page<Item>, path: string, limit: number, otherParameters: Parameters = {}) {
  return new WithHeaders(page.items, nextLink(page, path, limit, otherParameters));
}

/** Adds a `Link` to the CSV and NDJSON forms of a page. The JSON form contains the next cursor itself. */
export function withNextLinkOfRows<Whole extends Page<unknown>>(
  page: Whole,
  path: string,
  limit: number,
  otherParameters: Parameters = {},
) {
  return new WithHeaders(page, {}, nextLink(page, path, limit, otherParameters));
}

function nextLink({ hasMore, nextCursor }: Page<unknown>, path: string, limit: number, otherParameters: Parameters) {
  const given = Object.entries(otherParameters).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const rest = given.map(([name, value]) => `&${name}=${encodeURIComponent(value)}`).join('');
  const next = `<${path}?limit=${limit}&cursor=${nextCursor}${rest}>; rel="next"`;
  return hasMore ? { Link: next } : ({} as Record<string, string>);
}
