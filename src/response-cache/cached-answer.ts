import type { IncomingMessage } from 'node:http';
import { acceptedEncoding } from './accepted-encoding.js';
import { CachedResponse } from './cached-response.js';

/** How clients and what is between may keep an answer. */
export interface Caching {
  freshSeconds: number;
  /** Whether answers are for holders of a token only. */
  isPrivate: boolean;
  nowMs: number;
}

/** Status, headers and body of an answer to one request. */
export interface CachedAnswer {
  status: 200 | 304;
  headers: [name: string, value: string][];
  body: Buffer | string | undefined;
  byteLength: number;
}

/**
 * The answer to a request from what is cached: a 304 without a body where `If-None-Match` names it, otherwise a 200 in the
 * encoding that the client prefers.
 */
export function cachedAnswer(response: CachedResponse, { headers }: IncomingMessage, caching: Caching): CachedAnswer {
  const { body, byteLength, etag, encoding } = response.in(acceptedEncoding(headers['accept-encoding']));
  const ageSeconds = Math.max(0, Math.floor((caching.nowMs - response.createdAtMs) / 1000));
  const answer: CachedAnswer['headers'] = [
    ['ETag', etag],
    ['Cache-Control', cacheControl(caching)],
    ['Vary', 'Accept-Encoding'],
    ...response.headers,
  ];
  if (ageSeconds > 0) answer.push(['Age', String(ageSeconds)]);
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined && response.matches(ifNoneMatch))
    return { status: 304, headers: answer, body: undefined, byteLength: 0 };
  if (encoding !== 'identity') answer.push(['Content-Encoding', encoding]);
  answer.push(['Content-Type', 'application/json; charset=utf-8'], ['Content-Length', String(byteLength)]);
  return { status: 200, headers: answer, body, byteLength };
}

function cacheControl({ freshSeconds, isPrivate }: Caching): string {
  const scope = isPrivate ? 'private' : 'public';
  return freshSeconds === 0
    ? `${scope}, no-cache`
    : `${scope}, max-age=${freshSeconds}, stale-while-revalidate=${freshSeconds}`;
}
