import { NextFunction, Request, RequestHandler, Response } from 'express';
import { AccessTokens } from '../../auth/access-tokens.js';
import { earlyHeaders } from '../../http/request/early-headers.js';
import { requestIdOf } from './request-id.js';
import { rawSecurityHeaders } from '../responses/security-headers.js';

/**
 * Adds security headers, `X-Request-Id` and `Vary` for tokens. Removes a fragment from the URL. Identifies the client by
 * its token.
 */
export function prepareRequest(tokens: AccessTokens): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    earlyHeaders(response).push(...rawSecurityHeaders, 'X-Request-Id', requestIdOf(request));
    if (!tokens.isOpen) response.setHeader('Vary', 'Authorization');
    // No client should send a fragment, and Express reads `\` as `/` in a URL that has one.
    request.url = request.url.replace(/#.*/, '');
    // The guards run later, and the first one counts requests by token.
    tokens.identify(request);
    next();
  };
}
