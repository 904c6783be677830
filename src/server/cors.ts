import cors from 'cors';

/** The headers of an answer that pages of other origins may read, besides those that CORS always allows. */
const exposedHeaders = [
  ...['Retry-After', 'X-Request-Id', 'ETag', 'Age', 'Link', 'RateLimit', 'RateLimit-Policy'],
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
];

/** How long a browser may keep the answer to a preflight. Chromium keeps none for longer. */
const preflightSeconds = 7_200;

/** Lets pages of these origins read the API. */
export function allowOrigins(origins: readonly string[]) {
  const origin = origins.includes('*') ? '*' : [...origins];
  return cors({ origin, methods: ['GET', 'HEAD'], exposedHeaders, maxAge: preflightSeconds });
}
