import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { traceOf } from '../http/request-trace.js';

/** The request ids that a client may choose. Others could not be logged and searched for safely. */
const acceptable = /^[\w.:-]{1,128}$/;

/** The request's own id if it may be used, otherwise a new one. It is kept in the request's trace. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  const isUsable = typeof given === 'string' && acceptable.test(given);
  return (traceOf(request).requestId ??= isUsable ? given : randomUUID());
}
