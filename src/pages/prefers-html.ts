import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';
import { headerListStart } from '../http/request/header-list.js';

/** Returns true if a client prefers HTML to JSON, as browsers do. Clients that accept anything receive JSON. */
export function prefersHtml({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const accept = headerListStart(headers.accept ?? '');
  if (!accept.includes('html')) return false;
  return new Negotiator({ headers: { accept } }).mediaType(['application/json', 'text/html']) === 'text/html';
}
