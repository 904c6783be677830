import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';
import { readableList } from '../http/readable-list.js';

/** Whether a client would rather have HTML than JSON, as browsers say. Who takes anything gets JSON. */
export function prefersHtml({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const accept = readableList(headers.accept ?? '');
  if (!accept.includes('html')) return false;
  return new Negotiator({ headers: { accept } }).mediaType(['application/json', 'text/html']) === 'text/html';
}
