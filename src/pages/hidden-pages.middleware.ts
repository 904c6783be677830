import { NotFoundException } from '@nestjs/common';
import { RequestHandler, Router } from 'express';
import { Config } from '../config/config.js';
import { unknownPathMessage } from '../http/errors/error-reply.js';
import { pagePaths } from './page-paths.js';

/** Returns 404 for all pages. Used if `PAGES_ENABLED` is off. */
export function hiddenPages(config: Config): RequestHandler {
  const router = Router();
  router.all(pagePaths, () => {
    throw new NotFoundException(unknownPathMessage(config));
  });
  return router;
}
