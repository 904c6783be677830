/** What pages of other origins may read of an answer, besides what they always may. */
export const exposedHeaders = [
  ...['Retry-After', 'X-Request-Id', 'ETag', 'Age', 'Link', 'RateLimit', 'RateLimit-Policy'],
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
];

type Header = [name: string, value: string];

const exposing: Header = ['Access-Control-Expose-Headers', exposedHeaders.join()];

/** What CORS adds to an answer to a GET or HEAD that names this origin: the same as Express's middleware, in its order. */
export function corsHeaders(origins: readonly string[], origin: string | undefined): Header[] {
  if (origins.length === 0) return [];
  if (origins.includes('*')) return [['Access-Control-Allow-Origin', '*'], exposing];
  const varying: Header[] = [['Vary', 'Origin'], exposing];
  return origin !== undefined && origins.includes(origin)
    ? [['Access-Control-Allow-Origin', origin], ...varying]
    : varying;
}
