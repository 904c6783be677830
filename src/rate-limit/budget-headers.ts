import { Budget } from './fixed-window.storage.js';

/** The headers of every limited answer, the 429 too. */
export function budgetHeaders({ limit, remaining, resetSeconds }: Budget): [name: string, value: string][] {
  return [
    ['X-RateLimit-Limit', String(limit)],
    ['X-RateLimit-Remaining', String(remaining)],
    ['X-RateLimit-Reset', String(resetSeconds)],
  ];
}
