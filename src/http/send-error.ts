import { ServerResponse } from 'node:http';
import { traceOf } from '../telemetry/request-trace.js';
import { securityHeaders } from './security-headers.js';

/** Ends the response with an ErrorResponse, where Nest's exception filter is not (or not yet) in reach. */
export function sendError(
  response: ServerResponse,
  status: number,
  error: string,
  headers: Record<string, string> = {},
): void {
  const body = JSON.stringify({ error });
  const bytes = Buffer.byteLength(body);
  response.writeHead(status, {
    ...securityHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes,
    ...headers,
  });
  response.end(body);
  const trace = traceOf(response);
  // Headers that are given to writeHead alone cannot be asked for afterwards.
  if (trace) Object.assign(trace, { bytes, requestId: headers['X-Request-Id'] });
}
