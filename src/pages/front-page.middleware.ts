import type { NextFunction, Request, Response } from 'express';
import { traceOf } from '../http/request/request-trace.js';
import { prefersHtml } from './prefers-html.js';

/** Serves the board to browsers that request `/`. Other clients receive JSON. */
export function frontPage(request: Request, response: Response, next: NextFunction): void {
  if (request.path === '/') {
    response.vary('Accept');
    traceOf(request).markNegotiated();
    if (prefersHtml(request)) request.url = `/board${request.url.replace(/^[^?]*/, '')}`;
  }
  next();
}
