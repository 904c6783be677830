import { STATUS_CODES } from 'node:http';
import Negotiator from 'negotiator';
import { readableList } from './readable-list.js';

export const problemType = 'application/problem+json';

/**
 * The body of an error and its type: an ErrorResponse, or problem details (RFC 9457) for those whose `Accept` names their type.
 * A wildcard names nothing, so that nobody gets them who did not ask for them.
 */
export function errorContent(accept: string | undefined, status: number, error: string) {
  if (!namesProblem(accept)) {
    return { contentType: 'application/json; charset=utf-8', body: JSON.stringify({ error }) };
  }
  return { contentType: `${problemType}; charset=utf-8`, body: JSON.stringify(problemOf(status, error)) };
}

/** Problem details without a type of their own: the status says what kind of problem it is. */
export function problemOf(status: number, error: string) {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail: error };
}

function namesProblem(header: string | undefined): boolean {
  const accept = readableList(header ?? '');
  if (!accept.toLowerCase().includes(problemType)) return false;
  // Without those that have q=0.
  const types = new Negotiator({ headers: { accept } }).mediaTypes();
  return types.some((type) => type.toLowerCase() === problemType);
}
