import type { IncomingMessage } from 'node:http';
import { ListForm, ListRequest } from './list-form.js';

/** Where an answer came from: fresh or stale from the cache, loaded because the cache did not have it, or without a cache. */
export type CacheResult = 'hit' | 'stale' | 'miss' | 'none';

/** What becomes known about a request while it is handled. Guards, cache, log and metrics share it. */
export interface RequestTrace {
  /** When it arrived, by `performance.now()`. Undefined while neither metrics nor access log are on. */
  startedAtMs?: number;
  requestId?: string;
  /** The name of its valid token. Null without one, undefined before the token was checked. */
  token?: string | null;
  /** The client in whose budget it was counted. */
  client?: string;
  /** The sentence of the operation for an error that is not an HttpException. */
  failure?: string | undefined;
  /** Whether only the guards that all operations have decide about it. */
  hasUsualGuards?: boolean;
  /** Whether it was counted in the budget that all operations share, and in no other one. */
  isCountedInSharedBudget?: boolean;
  /** The units of the budget that it spent. */
  units?: number;
  /** Whether its path has several answers, among which its headers choose. The cache in front, which knows URLs, may not keep them. */
  isNegotiated?: boolean;
  /** The template of its route, once one has matched. */
  route?: string;
  /** The form that the path of a list ended in. The route was found without that ending. */
  ending?: ListForm;
  /** Set where the operation answers a list. */
  list?: ListRequest | undefined;
  cache?: CacheResult;
  /** Length of the body in bytes. Undefined if the response's Content-Length tells it. */
  bytes?: number;
}

const trace = Symbol('trace');

export function traceOf(request: IncomingMessage & { [trace]?: RequestTrace }): RequestTrace {
  return (request[trace] ??= {});
}
