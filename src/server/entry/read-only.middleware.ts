import { NextFunction, Request, RequestHandler, Response, Router } from 'express';
import { unexpectedBody } from '../../http/errors/error-reply.js';
import { noRoute } from '../../http/request/route-template.js';
import { traceOf } from '../../http/request/request-trace.js';
import { ErrorSender } from '../responses/error-sender.js';

/** Room for 100 of the longest names, also if the colon and the commas are percent-encoded. */
const maxUrlLength = 8000;
/** No operation has this many parameters. Each parameter costs time wherever the query is read. */
const maxParameters = 32;
const allow = { Allow: 'GET, HEAD' };

/**
 * Rejects methods other than GET and HEAD, bodies, and URLs that are too long, have too many parameters or cannot be
 * decoded. `paths` are the paths that support GET, in Express's format.
 */
export function readOnly(paths: readonly string[], errors: ErrorSender): RequestHandler {
  const otherMethods = Router();
  otherMethods.all([...paths], (request, response) => rejectMethod(request, response, errors));
  return (request: Request, response: Response, next: NextFunction) => {
    const invalid = urlErrorOf(request);
    if (invalid) return errors.send(request, response, ...invalid);
    if (request.method !== 'GET' && request.method !== 'HEAD') return otherMethods(request, response, next);
    // Closes the connection because the rest of the body is not read.
    if (hasBody(request)) return errors.send(request, response, 400, unexpectedBody, { Connection: 'close' });
    next();
  };
}

function urlErrorOf({ url, path }: Request): [status: number, error: string] | undefined {
  if (url.length > maxUrlLength)
    return [414, `The URL is longer than ${maxUrlLength} characters. Use several requests.`];
  if (url.split('&', maxParameters + 1).length > maxParameters) {
    return [400, `The query has more than ${maxParameters} parameters.`];
  }
  if (isDecodable(path)) return undefined;
  return [400, 'The path contains a percent sign that is not part of a valid UTF-8 percent-encoding.'];
}

function rejectMethod(request: Request, response: Response, errors: ErrorSender): void {
  // Metrics count a request under its route only if an operation handles it.
  traceOf(request).operation = { route: noRoute };
  if (request.method === 'OPTIONS') return void response.writeHead(204, allow).end();
  errors.send(request, response, 405, `Method ${request.method} is not allowed. Use GET or HEAD.`, allow);
}

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}
