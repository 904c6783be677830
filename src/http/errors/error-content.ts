import { STATUS_CODES } from 'node:http';
import Negotiator from 'negotiator';
import { headerListStart } from '../request/header-list.js';

export const problemType = 'application/problem+json';

/** The lines of text for chat bots, which also show errors. */
export const linePath = /^\/streamers\/[^/]+\/[^/]+\.txt$/i;

/**
 * The body and media type of an error: its text for a {@link linePath}, problem details (RFC 9457) if `Accept` names their type, otherwise an
 * ErrorResponse. Wildcards do not count, so clients get problem details only on request.
 */
export function errorContent(accept: string | undefined, status: number, error: string, path = '') {
  if (linePath.test(path)) return { contentType: 'text/plain; charset=utf-8', body: error };
  if (!namesProblem(accept)) {
    return { contentType: 'application/json; charset=utf-8', body: JSON.stringify({ error }) };
  }
  return { contentType: `${problemType}; charset=utf-8`, body: JSON.stringify(toProblem(status, error)) };
}

/** Problem details without a type of their own: the status describes the problem. */
export function toProblem(status: number, error: string) {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail: error };
}

function namesProblem(header: string | undefined): boolean {
  const accept = headerListStart(header ?? '');
  if (!accept.toLowerCase().includes(problemType)) return false;
  // Excludes types with q=0.
  const types = new Negotiator({ headers: { accept } }).mediaTypes();
  return types.some((type) => type.toLowerCase() === problemType);
}
