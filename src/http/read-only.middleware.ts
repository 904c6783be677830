import { NextFunction, Request, RequestHandler, Response } from 'express';
import { sendError } from './send-error.js';

const longestUrl = 4096;
const allow = { Allow: 'GET, HEAD' };

/** Refuses what a read-only API has no use for: other methods, bodies, and URLs that are too long or do not decode. */
export function readOnly(isKnownPath: (path: string) => boolean): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const { method, url } = request;
    if (url.length > longestUrl) {
      return sendError(response, 414, `The URL is longer than ${longestUrl} characters.`);
    }
    if (!isDecodable(request.path)) {
      return sendError(
        response,
        400,
        'The path holds a percent sign that is not followed by the code of a UTF-8 character.',
      );
    }
    if (method !== 'GET' && method !== 'HEAD') {
      if (!isKnownPath(request.path)) return next();
      if (method === 'OPTIONS') return void response.writeHead(204, allow).end();
      return sendError(response, 405, `${method} is not possible: this API is read with GET or HEAD.`, allow);
    }
    if (hasBody(request)) {
      // What follows on the connection is a body that nobody reads.
      const error = 'The request carries a body; a GET of this API takes all it needs from the URL and the headers.';
      return sendError(response, 400, error, { Connection: 'close' });
    }
    next();
  };
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
