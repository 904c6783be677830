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

/**
 * Adds a `Link` (RFC 8288) to the next page, if there is one, to a page: to its items, or with `hasRows` to the CSV and NDJSON
 * forms of the whole page, whose JSON contains the next cursor itself. `findPath` returns the public path of the list. The
 * address has no scheme and host, so it works with every name of the service.
 */
export function withNextLink(page: Page<unknown>, findPath: () => string, parameters: object, hasRows: boolean) {
  const link = page.hasMore && `<${findPath()}?${queryText({ ...parameters, cursor: page.nextCursor })}>; rel="next"`;
  const headers: Record<string, string> = link ? { Link: link } : {};
  return hasRows ? new WithHeaders<unknown>(page, {}, headers) : new WithHeaders<unknown>(page.items, headers);
}

/** Returns the parameters that have a value: the limit and the cursor first. */
function queryText(parameters: Readonly<Record<string, unknown>>): string {
  const first: object = { limit: undefined, cursor: undefined };
  const given = Object.entries({ ...first, ...parameters }).filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&');
}
