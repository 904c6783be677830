import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { traceOf } from '../../http/request/request-trace.js';

/** Valid request IDs from clients. Other IDs would not be safe to log and search. */
const acceptable = /^[\w.:-]{1,128}$/;

/** Returns the request's own ID if it is valid, otherwise a new one. Stores the ID in the request's trace. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  const isUsable = typeof given === 'string' && acceptable.test(given);
  return (traceOf(request).requestId ??= isUsable ? given : randomUUID());
}
