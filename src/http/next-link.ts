import { Page } from './page.js';
import { WithHeaders } from './with-headers.js';

/** The header `Link` in the OpenAPI document. */
export const nextLinkHeader = {
  Link: {
    description:
      'Address of the next page as `<...>; rel="next"`, relative to the address of the request. The last page has no `Link`.',
    schema: { type: 'string' as const },
    example: '</v1/events/public?limit=50&cursor=50>; rel="next"',
  },
};

/** The same for a list whose JSON names the next page itself. */
export const nextLinkOfRowsHeader = {
  Link: {
    ...nextLinkHeader.Link,
    description: `Only in CSV and NDJSON. ${nextLinkHeader.Link.description}`,
    example: '</v1/leaderboard.csv?limit=50&cursor=50&sort=watchtime&days=30>; rel="next"',
  },
};

type Parameters = Readonly<Record<string, string | undefined>>;

/**
 * The items of a page, with a `Link` to the next one if there is one (RFC 8288). `path` is that of the list as clients know
 * it. The address has no scheme and no host, so that it is right for whatever name the client uses. `others` are the parameters
 * that the next page has too.
 */
export function withNextLink<Item>(page: Page<Item>, path: string, limit: number, others: Parameters = {}) {
  return new WithHeaders(page.items, nextLink(page, path, limit, others));
}

/** A page that names the next one itself in JSON. As CSV or NDJSON, which hold its items alone, it has the `Link`. */
export function withNextLinkOfRows<Whole extends Page<unknown>>(
  page: Whole,
  path: string,
  limit: number,
  others: Parameters = {},
) {
  return new WithHeaders(page, {}, nextLink(page, path, limit, others));
}

function nextLink({ hasMore, nextCursor }: Page<unknown>, path: string, limit: number, others: Parameters) {
  const given = Object.entries(others).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const rest = given.map(([name, value]) => `&${name}=${encodeURIComponent(value)}`).join('');
  const next = `<${path}?limit=${limit}&cursor=${nextCursor}${rest}>; rel="next"`;
  return hasMore ? { Link: next } : ({} as Record<string, string>);
}
