import { HttpException } from '@nestjs/common';
import { Config } from '../config/config.js';
import { isTemporary } from '../database/connection-lost.js';
import { publicPath } from './public-path.js';

export interface ErrorReply {
  status: number;
  error: string;
  headers: Record<string, string>;
}

/** What the request that failed was. */
export interface FailedRequest {
  /** Whether a route answers its path and method. */
  matched: boolean;
  /** The operation's sentence for an unexpected error. */
  failure?: string | undefined;
  /** Whether it is for a page or a picture, which a person looks at, and not for an operation of the contract. */
  isForVisitors?: boolean;
}

/** How soon a request may succeed that failed for a temporary reason. */
export const retrySeconds = 5;

const busy = `Busy right now. Try again in ${retrySeconds} seconds.`;

/** What tells whether and where the documentation is. */
type DocsPlace = Pick<Config, 'docsEnabled' | 'publicUrl'>;

/** The error of an unknown path. */
export function nothingHere(config: DocsPlace): string {
  if (!config.docsEnabled) return 'There is nothing here.';
  return `There is nothing here. The operations of this API are listed at ${publicPath(config, '/docs')}.`;
}

/** The page of the documentation about an error, for the header `Link`. */
export function helpLink(config: DocsPlace, status: number): { Link?: string } {
  if (!config.docsEnabled) return {};
  const page = { 401: 'authentication', 429: 'rate-limits' }[status] ?? 'errors';
  return { Link: `<${publicPath(config, `/docs/${page}`)}>; rel="help"` };
}

/** The error of a request with a body. */
export const unexpectedBody =
  'The request carries a body; a GET of this API takes all it needs from the URL and the headers.';

/**
 * The response to an exception. An HttpException has its own message, except for an unknown path ({@link nothingHere}).
 * Every other error is a 500 with a fixed sentence, and has `Retry-After` if its cause is temporary. For visitors a temporary error is a 503.
 */
export function errorReply(exception: unknown, request: FailedRequest, config: DocsPlace): ErrorReply {
  if (!(exception instanceof HttpException)) return faultReply(exception, request);
  const status = exception.getStatus();
  // Nest's own message for an unknown path repeats the path.
  const error = status === 404 && !request.matched ? nothingHere(config) : exception.message;
  return { status, error, headers: headersOf(status) };
}

function faultReply(
  exception: unknown,
  { failure = 'Internal server error', isForVisitors }: FailedRequest,
): ErrorReply {
  if (!isTemporary(exception)) return { status: 500, error: failure, headers: {} };
  const headers = { 'Retry-After': String(retrySeconds) };
  return isForVisitors ? { status: 503, error: busy, headers } : { status: 500, error: failure, headers };
}

function headersOf(status: number): Record<string, string> {
  if (status === 401) return { 'WWW-Authenticate': 'Bearer' };
  return status === 503 ? { 'Retry-After': '1' } : {};
}
