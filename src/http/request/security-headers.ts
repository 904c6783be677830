import { RawHeaders } from './raw-headers.js';

/**
 * Headers of every response for browsers. They disable content sniffing, scripts, external resources, frames, embedding
 * by other origins (which use CORS instead) and referrers. The HTTPS proxy should add Strict-Transport-Security,
 * because this service uses HTTP.
 */
export const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
} as const;

/** The security headers as alternating names and values. */
export const rawSecurityHeaders: RawHeaders = Object.entries(securityHeaders).flat();

/** The security headers as lines of a response's head. */
export const securityHeaderLines = Object.entries(securityHeaders)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/** The policy for Swagger UI: its own scripts and styles, icons in its style sheet, requests to this API, and the search field. */
export const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');
