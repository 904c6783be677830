import { HttpException } from '@nestjs/common';
import { Config } from '../config/config.js';
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
}

/** What tells whether and where the documentation is. */
type DocsPlace = Pick<Config, 'docsEnabled' | 'publicUrl'>;

/** The error of an unknown path. */
export function nothingHere(config: DocsPlace): string {
  if (!config.docsEnabled) return 'There is nothing here.';
  return `There is nothing here. The operations of this API are listed at ${publicPath(config, '/docs')}.`;
}

/** The error of a request with a body. */
export const unexpectedBody =
  'The request carries a body; a GET of this API takes all it needs from the URL and the headers.';

/**
 * The answer to an exception. An HttpException brings its own message, but that of an unknown path is {@link nothingHere}.
 * Everything else, such as an error of the database, gets a fixed one.
 */
export function errorReply(exception: unknown, request: FailedRequest, config: DocsPlace): ErrorReply {
  const { failure = 'Internal server error' } = request;
  if (!(exception instanceof HttpException)) return { status: 500, error: failure, headers: {} };
  const status = exception.getStatus();
  // Nest's own message for an unknown path repeats the path.
  const error = status === 404 && !request.matched ? nothingHere(config) : exception.message;
  return { status, error, headers: headersOf(status) };
}

function headersOf(status: number): Record<string, string> {
  if (status === 401) return { 'WWW-Authenticate': 'Bearer' };
  return status === 503 ? { 'Retry-After': '1' } : {};
}
