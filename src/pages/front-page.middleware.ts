import type { NextFunction, Request, Response } from 'express';
import { traceOf } from '../http/request-trace.js';
import { prefersHtml } from './prefers-html.js';

/** Gives the board to browsers that ask for `/`. Others go on to what answers `/` as JSON. */
export function frontPage(request: Request, response: Response, next: NextFunction): void {
  if (request.path === '/') {
    response.vary('Accept');
    traceOf(request).isNegotiated = true;
    if (prefersHtml(request)) request.url = `/board${request.url.replace(/^[^?]*/, '')}`;
  }
  next();
}
