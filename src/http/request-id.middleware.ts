import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { NextFunction, Request, Response } from 'express';

/** What a caller may pass as a request id: anything else could not be logged and searched for safely. */
const acceptable = /^[\w.:-]{1,128}$/;

/** The request's own id if it may be used, otherwise a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && acceptable.test(given) ? given : randomUUID();
}

/** Gives each answer its `X-Request-Id`. */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('X-Request-Id', requestIdOf(request));
  next();
}
