import { Page } from './page.js';
import { WithHeaders } from './with-headers.js';

/** The header `Link` in the OpenAPI document. */
export const nextLinkHeader = {
  Link: {
    description:
      'The address of the next page, as `<...>; rel="next"`, relative to that of the request. The last page has no Link.',
    schema: { type: 'string' as const },
    example: '</v1/events/public?limit=50&cursor=50>; rel="next"',
  },
};

/**
 * The items of a page, with a `Link` to the next one if there is one (RFC 8288). `path` is that of the list as clients know
 * it. The address has no scheme and no host, so that it is right for whatever name the client uses. `others` are the parameters
 * that the next page has too.
 */
export function withNextLink<Item>(
  { items, hasMore, nextCursor }: Page<Item>,
  path: string,
  limit: number,
  others: Readonly<Record<string, string | undefined>> = {},
) {
  const given = Object.entries(others).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const rest = given.map(([name, value]) => `&${name}=${encodeURIComponent(value)}`).join('');
  const next = `<${path}?limit=${limit}&cursor=${nextCursor}${rest}>; rel="next"`;
  return new WithHeaders(items, hasMore ? { Link: next } : {});
}
