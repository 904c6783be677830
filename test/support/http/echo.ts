import type { LoadedResponse, ResponseCache } from '../../../src/response-cache/response-cache.js';

/** The response of operations that exist only in tests. */
export class Echo {
  id: string;
}

/** The arguments of `@Operation` for these operations. */
export const echoOperation = {
  summary: 'Echo',
  description: 'Returns the ID of the request.',
  ok: Echo,
  okDescription: 'The id.',
  failure: 'Failed to echo',
};

/** Returns an ID, and caches the response under the name of the operation. */
export function echo(cache: ResponseCache, operation: string, id: string): Promise<LoadedResponse<Echo>> {
  return cache.getOrLoad([operation, id], async () => ({ id }));
}
