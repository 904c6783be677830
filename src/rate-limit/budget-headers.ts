import { Charge } from '../http/request/request-trace.js';
import { RawHeaders } from '../http/request/raw-headers.js';

/** The names of {@link budgetHeaders}. */
export const budgetHeaderNames = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const;

const [policyName, budgetName, limitName, remainingName, resetName] = budgetHeaderNames;

/** The headers of ThrottlerGuard and the fields of the IETF draft (draft-ietf-httpapi-ratelimit-headers-11). */
export function budgetHeaders({ limit, windowSeconds, remaining, resetSeconds }: Charge): RawHeaders {
  return [
    limitName,
    String(limit),
    remainingName,
    String(remaining),
    resetName,
    String(resetSeconds),
    policyName,
    `"default";q=${limit};w=${windowSeconds}`,
    budgetName,
    `"default";r=${remaining};t=${resetSeconds}`,
  ];
}
