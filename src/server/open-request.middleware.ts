import { NextFunction, Request, RequestHandler, Response } from 'express';
import { AccessTokens } from '../auth/access-tokens.js';
import { earlyHeaders } from '../http/early-headers.js';
import { requestIdOf } from './request-id.js';
import { rawSecurityHeaders } from './security-headers.js';

/** Adds security headers, `X-Request-Id` and `Vary` for tokens. Identifies the client by its token. */
export function openRequest(tokens: AccessTokens): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    earlyHeaders(response).push(...rawSecurityHeaders, 'X-Request-Id', requestIdOf(request));
    if (!tokens.isOpen) response.setHeader('Vary', 'Authorization');
    // The guards run later, and the first one counts requests by token.
    tokens.identify(request);
    next();
  };
}
