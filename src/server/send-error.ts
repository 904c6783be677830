import type { Request, Response } from 'express';
import { traceOf } from '../http/request-trace.js';
import { requestIdOf } from './request-id.js';
import { securityHeaders } from './security-headers.js';

/** Ends the response with an ErrorResponse where Nest's exception filter does not apply. */
export function sendError(
  request: Request,
  response: Response,
  status: number,
  error: string,
  headers: Record<string, string> = {},
): void {
  const body = JSON.stringify({ error });
  const byteLength = Buffer.byteLength(body);
  // The Content-Length that writeHead gets here cannot be read from the response later.
  traceOf(request).bytes = byteLength;
  response.writeHead(status, {
    ...securityHeaders,
    'X-Request-Id': requestIdOf(request),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': byteLength,
    ...headers,
  });
  response.end(body);
}
