import type { Found, ResponseCache } from '../../src/response-cache/response-cache.js';

/** The answer of operations that only tests have. */
export class Echo {
  id: string;
}

/** What `@Operation` wants to know of them. */
export const echoOperation = {
  summary: 'Echo',
  description: 'Answers its id.',
  ok: Echo,
  okDescription: 'The id.',
  failure: 'Failed to echo',
};

/** Answers an id, and keeps the answer in the cache under the name of the operation. */
export function echo(cache: ResponseCache, operation: string, id: string): Promise<Found<Echo>> {
  return cache.answer([operation, id], async () => ({ id }));
}
