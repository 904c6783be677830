import { RawHeaders } from '../http/raw-headers.js';

/** What a client has left of its budget. */
export interface Budget {
  limit: number;
  windowSeconds: number;
  remaining: number;
  /** Seconds until the window ends. */
  resetSeconds: number;
}

/** The headers that ThrottlerGuard sets for a request that it lets pass. */
export function budgetHeaders({ limit, remaining, resetSeconds }: Budget): RawHeaders {
  return [
    'X-RateLimit-Limit',
    String(limit),
    'X-RateLimit-Remaining',
    String(remaining),
    'X-RateLimit-Reset',
    String(resetSeconds),
  ];
}

/** The fields of the IETF's draft (draft-ietf-httpapi-ratelimit-headers-11). */
export function draftHeaders({ limit, windowSeconds, remaining, resetSeconds }: Budget): RawHeaders {
  return [
    'RateLimit-Policy',
    `"default";q=${limit};w=${windowSeconds}`,
    'RateLimit',
    `"default";r=${remaining};t=${resetSeconds}`,
  ];
}
