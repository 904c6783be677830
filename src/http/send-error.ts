import { ServerResponse } from 'node:http';
import { securityHeaders } from './security-headers.js';

/** Ends the response with an ErrorResponse, where Nest's exception filter is not (or not yet) in reach. */
export function sendError(
  response: ServerResponse,
  status: number,
  error: string,
  headers: Record<string, string> = {},
): void {
  const body = JSON.stringify({ error });
  response.writeHead(status, {
    ...securityHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    ...headers,
  });
  response.end(body);
}
