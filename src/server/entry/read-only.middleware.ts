import { NextFunction, Request, RequestHandler, Response, Router } from 'express';
import { unexpectedBody } from '../../http/errors/error-reply.js';
import { noRoute } from '../../http/request/route-template.js';
import { traceOf } from '../../http/request/request-trace.js';
import { sendError } from '../responses/send-error.js';

const maxUrlLength = 4096;
/** No operation has this many parameters. Each parameter costs time wherever the query is read. */
const maxParameters = 32;
const allow = { Allow: 'GET, HEAD' };

/**
 * Rejects methods other than GET and HEAD, bodies, and URLs that are too long, have too many parameters or cannot be
 * decoded. `paths` are the paths that support GET, in Express's format.
 */
export function readOnly(paths: readonly string[]): RequestHandler {
  const otherMethods = Router();
  for (const path of paths) otherMethods.all(path, refuseMethod);
  return (request: Request, response: Response, next: NextFunction) => {
    const { method, url } = request;
    if (url.length > maxUrlLength) {
      return sendError(request, response, 414, `The URL is longer than ${maxUrlLength} characters.`);
    }
    if (url.split('&', maxParameters + 1).length > maxParameters) {
      return sendError(request, response, 400, `The query has more than ${maxParameters} parameters.`);
    }
    if (!isDecodable(request.path)) {
      return sendError(
        request,
        response,
        400,
        'The path contains a percent sign that is not part of a valid UTF-8 percent-encoding.',
      );
    }
    if (method !== 'GET' && method !== 'HEAD') {
      return otherMethods(request, response, next);
    }
    if (hasBody(request)) {
      // Closes the connection because the rest of the body is not read.
      return sendError(request, response, 400, unexpectedBody, { Connection: 'close' });
    }
    next();
  };
}

function refuseMethod(request: Request, response: Response): void {
  // Metrics count a request under its route only if an operation handles it.
  traceOf(request).route = noRoute;
  if (request.method === 'OPTIONS') return void response.writeHead(204, allow).end();
  sendError(request, response, 405, `Method ${request.method} is not allowed. Use GET or HEAD.`, allow);
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
