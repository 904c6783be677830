import { HttpException } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { isTemporary } from '../../database/reads/connection-lost.js';
import { publicPath } from '../request/public-path.js';

export interface ErrorReply {
  status: number;
  error: string;
  headers: Record<string, string>;
}

/** A request that failed. */
export interface FailedRequest {
  /** True if a route exists for the path and method. */
  matched: boolean;
  /** The operation's message for an unexpected error. */
  failureMessage?: string | undefined;
  /** True for pages and pictures, which are for people. False for operations of the API contract. */
  isForVisitors?: boolean;
}

/** Retry-After of errors with a temporary cause. */
export const retrySeconds = 5;

const unreadable = `The service cannot read its data. Try again in ${retrySeconds} seconds.`;

/** The settings that determine the address of the documentation. */
type DocsPlace = Pick<Config, 'docsEnabled' | 'publicUrl'>;

/** The error of an unknown path. */
export function unknownPathMessage(config: DocsPlace): string {
  if (!config.docsEnabled) return 'This path does not exist.';
  return `This path does not exist. For the operations of this API, see ${publicPath(config, '/docs')}.`;
}

/** The header `Link` to the documentation of an error. */
export function helpLink(config: DocsPlace, status: number): { Link?: string } {
  if (!config.docsEnabled) return {};
  const page = { 401: 'authentication', 429: 'rate-limits' }[status] ?? 'errors';
  return { Link: `<${publicPath(config, `/docs/${page}`)}>; rel="help"` };
}

/** The error of a request that is rejected because too many responses are loading or unsent. */
export const overloadMessage = 'The service is overloaded. Try again in a second.';

/** The instruction in errors about the token. */
export const sendToken = 'send the header "Authorization: Bearer <API_TOKEN>"';

export const missingTokenMessage = `This API requires a token: ${sendToken}.`;

/** The error of a request with a body. */
export const unexpectedBody = 'The request has a body. Use the URL and the headers only.';

/**
 * The response to an exception. An HttpException keeps its message, except for an unknown path ({@link unknownPathMessage}).
 * Other errors are a 500 with a fixed sentence, and have `Retry-After` if the cause is temporary. Visitors get a 503
 * for a temporary error.
 */
export function errorReply(exception: unknown, request: FailedRequest, config: DocsPlace): ErrorReply {
  if (!(exception instanceof HttpException)) return faultReply(exception, request);
  const status = exception.getStatus();
  // Nest's own message for an unknown path repeats the path.
  const error = status === 404 && !request.matched ? unknownPathMessage(config) : exception.message;
  return { status, error, headers: headersOf(status) };
}

function faultReply(
  exception: unknown,
  { failureMessage = 'Internal server error', isForVisitors }: FailedRequest,
): ErrorReply {
  if (!isTemporary(exception)) return { status: 500, error: failureMessage, headers: {} };
  const headers = { 'Retry-After': String(retrySeconds) };
  return isForVisitors ? { status: 503, error: unreadable, headers } : { status: 500, error: failureMessage, headers };
}

function headersOf(status: number): Record<string, string> {
  if (status === 401) return { 'WWW-Authenticate': 'Bearer' };
  return status === 503 ? { 'Retry-After': '1' } : {};
}
