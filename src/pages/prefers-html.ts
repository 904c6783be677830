import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';

/** Whether a client would rather have HTML than JSON, as browsers say. Who takes anything gets JSON. */
export function prefersHtml({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  if (!headers.accept?.includes('html')) return false;
  return new Negotiator({ headers }).mediaType(['application/json', 'text/html']) === 'text/html';
}
