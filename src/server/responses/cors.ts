import cors from 'cors';
import { budgetHeaderNames } from '../../rate-limit/budget-headers.js';

/** Response headers that pages of other origins may read, in addition to those that CORS always allows. */
const exposedHeaders = ['Retry-After', 'X-Request-Id', 'ETag', 'Age', 'Link', ...budgetHeaderNames];

/** How long a browser may cache a preflight. The maximum of Chromium. */
const preflightSeconds = 7_200;

/** Allows pages of these origins to read the API. */
export function allowOrigins(origins: readonly string[]) {
  const origin = origins.includes('*') ? '*' : [...origins];
  return cors({ origin, methods: ['GET', 'HEAD'], exposedHeaders, maxAge: preflightSeconds });
}
