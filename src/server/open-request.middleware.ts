import { NextFunction, Request, RequestHandler, Response } from 'express';
import { AccessTokens } from '../auth/access-tokens.js';
import { earlyHeaders } from '../http/early-headers.js';
import { requestIdOf } from './request-id.js';
import { rawSecurityHeaders } from './security-headers.js';

/**
 * Gives each answer its security headers, its `X-Request-Id`, and `Vary` if it depends on the token. Looks whose token the
 * request carries.
 */
export function openRequest(tokens: AccessTokens): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    earlyHeaders(response).push(...rawSecurityHeaders, 'X-Request-Id', requestIdOf(request));
    if (!tokens.isOpen) response.setHeader('Vary', 'Authorization');
    // Before the guards, of which the first counts requests by their tokens.
    tokens.identify(request);
    next();
  };
}
