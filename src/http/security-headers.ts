import { NextFunction, Request, RequestHandler, Response } from 'express';

/**
 * What browsers are told with every answer: it is what its type says, may not run or load anything, may not be shown in a
 * frame or embedded by pages of others (who read it through CORS, if at all), and its address is not passed on. Nothing
 * of Strict-Transport-Security: this service speaks HTTP, so that is for the proxy to say that speaks HTTPS.
 */
export const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
} as const;

/** The same, as `writeHead` takes them fastest. */
export const rawSecurityHeaders: readonly string[] = Object.entries(securityHeaders).flat();

/** The same, as they go over the wire. */
export const securityHeaderLines = Object.entries(securityHeaders)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

// Swagger UI: scripts of its own, the styles in its page, icons in its style sheet, and requests to this API.
const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Gives each answer the {@link securityHeaders}, those of Swagger UI with a policy that lets it work. */
export function setSecurityHeaders(docsEnabled: boolean): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    if (docsEnabled && /^\/docs(\/|$)/i.test(request.path)) response.setHeader('Content-Security-Policy', docsPolicy);
    next();
  };
}
