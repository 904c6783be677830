import { HttpException } from '@nestjs/common';

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

/** The error of an unknown path. */
export const nothingHere = 'There is nothing here. The operations of this API are listed at /docs.';

/**
 * The answer to an exception. An HttpException brings its own message. Everything else, such as an error of the database,
 * gets a fixed one.
 */
export function errorReply(exception: unknown, request: FailedRequest): ErrorReply {
  const { failure = 'Internal server error' } = request;
  if (!(exception instanceof HttpException)) return { status: 500, error: failure, headers: {} };
  const status = exception.getStatus();
  return { status, error: wordsOf(exception, status, request), headers: headersOf(status) };
}

function wordsOf(exception: HttpException, status: number, { matched }: FailedRequest): string {
  if (matched) return exception.message;
  // Nest's own message for an unknown path repeats the path.
  return status === 404 ? nothingHere : exception.message;
}

function headersOf(status: number): Record<string, string> {
  if (status === 401) return { 'WWW-Authenticate': 'Bearer' };
  return status === 503 ? { 'Retry-After': '1' } : {};
}
