import type { IncomingMessage } from 'node:http';
import { ListFormat, ListRequest } from '../lists/list-format.js';

/** The source of a response: fresh or stale from the cache, loaded after a cache miss, or without a cache. */
export type CacheResult = 'hit' | 'stale' | 'miss' | 'none';

/** Facts about a request that guards, cache, log and metrics share. */
export interface RequestTrace {
  /** The arrival time by `performance.now()`. Undefined if both metrics and access log are off. */
  startedAtMs?: number;
  requestId?: string;
  /** The name of the valid token. Null without a valid token, undefined before the check. */
  token?: string | null;
  /** The client whose budget was charged. */
  client?: string;
  /** The operation's sentence for an error that is not an HttpException. */
  failure?: string | undefined;
  /** True if the operation has only the global guards. */
  hasUsualGuards?: boolean;
  /** True if only the shared budget of all operations was charged. */
  isCountedInSharedBudget?: boolean;
  /** Units that were charged. */
  units?: number;
  /** True if headers select the response of the path. The edge cache must not store it by URL. */
  isNegotiated?: boolean;
  /** The template of the route, set after a route has matched. */
  route?: string;
  /** The format in the extension of a list's path. The route was matched without the extension. */
  extension?: ListFormat;
  /** Set if the operation returns a list. */
  list?: ListRequest | undefined;
  cache?: CacheResult;
  /** Bytes of the body. Undefined if the response's Content-Length is readable. */
  bytes?: number;
}

const trace = Symbol('trace');

export function traceOf(request: IncomingMessage & { [trace]?: RequestTrace }): RequestTrace {
  return (request[trace] ??= {});
}
