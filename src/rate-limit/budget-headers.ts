import { RawHeaders } from '../http/request/raw-headers.js';

/** The remaining budget of a client. */
export interface Budget {
  limit: number;
  windowSeconds: number;
  remaining: number;
  /** Seconds until the window ends. */
  resetSeconds: number;
}

/** The headers of ThrottlerGuard and the fields of the IETF draft (draft-ietf-httpapi-ratelimit-headers-11). */
export function budgetHeaders({ limit, windowSeconds, remaining, resetSeconds }: Budget): RawHeaders {
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
