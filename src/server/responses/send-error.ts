import type { Request, Response } from 'express';
import { errorContent } from '../../http/errors/error-content.js';
import { traceOf } from '../../http/request/request-trace.js';
import { requestIdOf } from '../entry/request-id.js';
import { securityHeaders } from './security-headers.js';

/** The Express setting that contains {@link helpLink}, because the senders of these errors have no configuration. */
export const helpSetting = 'help link';

/** Sends an ErrorResponse or problem details, depending on `Accept`, where Nest's exception filter does not apply. */
export function sendError(
  request: Request,
  response: Response,
  status: number,
  error: string,
  headers: Record<string, string> = {},
): void {
  const { contentType, body } = errorContent(request.headers.accept, status, error);
  const byteLength = Buffer.byteLength(body);
  // The Content-Length that is passed to writeHead cannot be read from the response later.
  traceOf(request).bytes = byteLength;
  const helpOf = request.app.get(helpSetting) as (status: number) => { Link?: string };
  response.writeHead(status, {
    ...securityHeaders,
    ...helpOf(status),
    'X-Request-Id': requestIdOf(request),
    Vary: varying(response),
    'Content-Type': contentType,
    'Content-Length': byteLength,
    ...headers,
  });
  response.end(body);
}

function varying(response: Response): string {
  const known = response.getHeader('Vary');
  return known === undefined ? 'Accept' : `${String(known)}, Accept`;
}
