import { randomUUID } from 'node:crypto';
import { NextFunction, Request, Response } from 'express';

/** What a caller may pass as a request id: anything else could not be logged and searched for safely. */
const acceptable = /^[\w.:-]{1,128}$/;

/** Gives each answer the request's `X-Request-Id`, or one of our own. */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  const given = request.headers['x-request-id'];
  response.setHeader('X-Request-Id', typeof given === 'string' && acceptable.test(given) ? given : randomUUID());
  next();
}
