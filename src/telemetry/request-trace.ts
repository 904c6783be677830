import type { ServerResponse } from 'node:http';

/** Where an answer is from: fresh or stale out of the cache, asked for because it was not there, or from no cache at all. */
export type CacheResult = 'hit' | 'stale' | 'miss' | 'none';

/** What becomes known of a request on its way, for whoever watches. */
export interface RequestTrace {
  startedAtMs: number;
  /** The template of its route, once one has matched. */
  route?: string;
  cache: CacheResult;
  /** Length of the body; undefined where Content-Length tells. */
  bytes?: number;
  requestId?: string;
}

const trace = Symbol('trace');
type Traced = ServerResponse & { [trace]?: RequestTrace };

/** The trace of a request; undefined where nobody watches. */
export function traceOf(response: ServerResponse): RequestTrace | undefined {
  return (response as Traced)[trace];
}

export function startTrace(response: ServerResponse): void {
  (response as Traced)[trace] = { startedAtMs: performance.now(), cache: 'none' };
}
