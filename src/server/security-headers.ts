import { RawHeaders } from '../http/raw-headers.js';

/**
 * Headers for browsers, which every answer has. An answer is only what its type says, may not run or load anything, may not
 * be shown in a frame or embedded by other origins (which read it through CORS, if at all), and its address is not sent as a
 * referrer. Strict-Transport-Security is left to the proxy that speaks HTTPS, since this service speaks HTTP.
 */
export const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
} as const;

/** The same as names and values in turn. */
export const rawSecurityHeaders: RawHeaders = Object.entries(securityHeaders).flat();

/** The same as the lines of an answer's head. */
export const securityHeaderLines = Object.entries(securityHeaders)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/** For Swagger UI: scripts of its own, the styles in its page, icons in its style sheet, and requests to this API. */
export const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
