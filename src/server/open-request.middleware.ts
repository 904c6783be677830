import { NextFunction, Request, RequestHandler, Response } from 'express';
import { AccessTokens } from '../auth/access-tokens.js';
import { requestIdOf } from './request-id.js';
import { securityHeaders } from './security-headers.js';

/**
 * Gives each answer its security headers, its `X-Request-Id`, and `Vary` if it depends on the token. Looks whose token the
 * request carries.
 */
export function openRequest(tokens: AccessTokens): RequestHandler {
  const headers = Object.entries(securityHeaders);
  return (request: Request, response: Response, next: NextFunction) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    response.setHeader('X-Request-Id', requestIdOf(request));
    if (!tokens.isOpen) response.setHeader('Vary', 'Authorization');
    // Before the guards, of which the first counts requests by their tokens.
    tokens.identify(request);
    next();
  };
}
