import { Charge } from '../http/request/request-trace.js';
import { RawHeaders } from '../http/request/raw-headers.js';

/** The headers of ThrottlerGuard and the fields of the IETF draft (draft-ietf-httpapi-ratelimit-headers-11). */
export function budgetHeaders({ limit, windowSeconds, remaining, resetSeconds }: Charge): RawHeaders {
  return [
    'X-RateLimit-Limit',
    String(limit),
    'X-RateLimit-Remaining',
    String(remaining),
    'X-RateLimit-Reset',
    String(resetSeconds),
    'RateLimit-Policy',
    `"default";q=${limit};w=${windowSeconds}`,
    'RateLimit',
    `"default";r=${remaining};t=${resetSeconds}`,
  ];
}
