import type { IncomingMessage } from 'node:http';
import { acceptedEncoding } from './accepted-encoding.js';
import { RawHeaders } from '../http/raw-headers.js';
import { CachedResponse } from './cached-response.js';

/** Status, headers and body of an answer to one request. */
export interface CachedAnswer {
  status: 200 | 304;
  headers: RawHeaders;
  body: Buffer | string | undefined;
  byteLength: number;
}

/**
 * The answer to a request from what is cached: a 304 without a body where `If-None-Match` names it, otherwise a 200 in the
 * encoding that the client prefers.
 */
export function cachedAnswer(
  response: CachedResponse,
  { headers }: IncomingMessage,
  { cacheControl, nowMs }: { cacheControl: string; nowMs: number },
): CachedAnswer {
  const { body, byteLength, etag, encoding } = response.in(acceptedEncoding(headers['accept-encoding']));
  const ageSeconds = Math.max(0, Math.floor((nowMs - response.createdAtMs) / 1000));
  const answer = ['ETag', etag, 'Cache-Control', cacheControl, 'Vary', 'Accept-Encoding', ...response.headers];
  if (ageSeconds > 0) answer.push('Age', String(ageSeconds));
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined && response.matches(ifNoneMatch))
    return { status: 304, headers: answer, body: undefined, byteLength: 0 };
  if (encoding !== 'identity') answer.push('Content-Encoding', encoding);
  answer.push('Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(byteLength));
  return { status: 200, headers: answer, body, byteLength };
}

/** How clients and what is between may keep answers, which are for holders of a token only where that `isPrivate`. */
export function cacheControlOf(freshSeconds: number, isPrivate: boolean): string {
  const scope = isPrivate ? 'private' : 'public';
  return freshSeconds === 0
    ? `${scope}, no-cache`
    : `${scope}, max-age=${freshSeconds}, stale-while-revalidate=${freshSeconds}`;
}
