import { RawHeaders } from '../http/raw-headers.js';
import { WindowCount } from './fixed-window.storage.js';

/** What a client has left in its window. */
export interface Budget {
  limit: number;
  windowSeconds: number;
  remaining: number;
  /** Until the window ends, rounded up. */
  resetSeconds: number;
  isBlocked: boolean;
}

/** What is left of `limit` requests a window once they were counted. */
export function budgetOf({ hits, endsInMs }: WindowCount, limit: number, windowSeconds: number): Budget {
  return {
    limit,
    windowSeconds,
    remaining: Math.max(0, limit - hits),
    // A window that has just ended in Redis has no time left.
    resetSeconds: Math.max(1, Math.ceil(endsInMs / 1000)),
    isBlocked: hits > limit,
  };
}

/** The headers of every limited answer, the 429 too: the usual ones, and those of the IETF's draft (-11). */
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
