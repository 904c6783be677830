import { HttpException } from '@nestjs/common';

export interface ErrorReply {
  status: number;
  error: string;
  headers: Record<string, string>;
}

/** What the request that failed was: `matched` tells whether a route answers its path and method. */
export interface FailedRequest {
  matched: boolean;
}

/** What an unknown path is told. */
export const nothingHere = 'There is nothing here. The operations of this API are listed at /docs.';

/**
 * The answer to whatever was thrown. Only an HttpException of this service speaks for itself; anything else, such as a
 * failing database, gets a fixed sentence.
 */
export function errorReply(exception: unknown, request: FailedRequest): ErrorReply {
  if (!(exception instanceof HttpException)) return { status: 500, error: 'Internal server error', headers: {} };
  const status = exception.getStatus();
  return { status, error: wordsOf(exception, status, request), headers: headersOf(status) };
}

function wordsOf(exception: HttpException, status: number, { matched }: FailedRequest): string {
  if (matched) return exception.message;
  // Nest wrote this one, and it repeats the path.
  return status === 404 ? nothingHere : exception.message;
}

function headersOf(status: number): Record<string, string> {
  if (status === 401) return { 'WWW-Authenticate': 'Bearer' };
  return status === 503 ? { 'Retry-After': '1' } : {};
}
