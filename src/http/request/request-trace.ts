import type { IncomingMessage } from 'node:http';
import { ListFormat, ListRequest } from '../lists/list-format.js';

/** The source of a response: fresh or stale from the cache, loaded after a cache miss, or without a cache. */
export type CacheResult = 'hit' | 'stale' | 'miss' | 'none';

/** The price of a request in units before its work, and the budget that they were taken from. */
export interface Charge {
  units: number;
  limit: number;
  windowSeconds: number;
  remaining: number;
  /** Seconds until the window ends. */
  resetSeconds: number;
  /** True if the budget was used up before this request. */
  isExceeded: boolean;
  /** True for the client's budget for all operations, false for the own limit of an operation. */
  isShared: boolean;
}

/** The operation or page that the URL of a request selects. */
export interface MatchedOperation {
  /** The template of the route. */
  route: string;
  /** The message for an error that is not an HttpException. */
  failureMessage?: string | undefined;
  /** Set if the operation returns a list. */
  list?: ListRequest | undefined;
}

/** The facts of a request. Each step of its way stores its facts; later steps, the access log and metrics read them. */
class Trace {
  /** By `performance.now()`. */
  startedAtMs = NaN;
  requestId = '';
  /** True if headers select the response of the URL. The edge cache must not store it by URL. */
  isNegotiated = false;
  /** The extension of a list's path. The route is matched without the extension. */
  extension: ListFormat | undefined = undefined;
  /** The name of the client, by its token. Null without a valid token, undefined before the check. */
  clientName: string | null | undefined = undefined;
  /** Undefined before the check of the rate limit, and for requests without a limit. */
  charge: Charge | undefined = undefined;
  /** The units of the charge, and those that were charged afterwards. */
  paidUnits = 0;
  /** Undefined until a route has matched. */
  operation: MatchedOperation | undefined = undefined;
  cache: CacheResult = 'none';
  /** Bytes of the body. Undefined if the response's Content-Length is readable. */
  bytes: number | undefined = undefined;
}

const trace = Symbol('trace');

export function traceOf(request: IncomingMessage & { [trace]?: Trace }): Trace {
  return (request[trace] ??= new Trace());
}
