import type { NextFunction, Request, Response } from 'express';
import { traceOf } from '../http/request/request-trace.js';
import { linkable } from './parts/names/game-name.js';
import { gamePath } from './parts/names/link.js';
import { prefersHtml } from './prefers-html.js';

/**
 * Serves the board to browsers that request `/`. Other clients receive JSON. The board of a game, an address of version
 * 1.1, has moved to the page of the game.
 */
export function frontPage(request: Request, response: Response, next: NextFunction): void {
  if (request.path !== '/') return next();
  response.vary('Accept');
  traceOf(request).isNegotiated = true;
  if (prefersHtml(request)) {
    const { game } = request.query;
    // Relative, because a proxy may strip a path.
    if (typeof game === 'string' && linkable.test(game)) return response.redirect(301, `.${gamePath(game)}`);
    request.url = `/board${request.url.replace(/^[^?]*/, '')}`;
  }
  next();
}
