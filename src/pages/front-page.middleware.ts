import { getMetadataStorage } from 'class-validator';
import type { NextFunction, Request, Response } from 'express';
import { traceOf } from '../http/request/request-trace.js';
import { BoardQuery } from './board/board.query.js';
import { HomePage } from './home-page.js';
import { linkable } from './parts/names/game-name.js';
import { boardPath, gamePath } from './parts/names/link.js';
import { prefersHtml } from './prefers-html.js';

const boardParameters = new Set(
  getMetadataStorage()
    .getTargetValidationMetadatas(BoardQuery, '', false, false)
    .map(({ propertyName }) => propertyName),
);

/**
 * Serves the home page to browsers that request `/`. Other clients receive JSON. The leaderboard was at `/` until version 1.2, and
 * the board of a game until version 1.1, so addresses with their parameters redirect.
 */
export function frontPage(home: HomePage) {
  home.check();
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    if (request.path !== '/') return next();
    response.vary('Accept');
    traceOf(request).isNegotiated = true;
    if (!prefersHtml(request)) return next();
    const { game, ...others } = request.query;
    // Relative, because a proxy may strip a path.
    if (typeof game === 'string' && linkable.test(game)) return response.redirect(301, `.${gamePath(game)}`);
    if (Object.keys(others).some((name) => boardParameters.has(name)))
      return response.redirect(301, `.${boardPath}${request.url.replace(/^[^?]*/, '')}`);
    request.url = await home.findPath();
    next();
  };
}
