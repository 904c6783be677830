import { Catch } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../config/config.js';
import { retrySeconds } from '../http/error-reply.js';
import { ErrorFilter, Failure } from '../http/error.filter.js';
import { AppLogger } from '../logging/app-logger.js';
import { FaultLog } from '../logging/fault-log.js';
import { EmbedError } from './embed/embed.page.js';
import { ErrorPage } from './errors/error.page.js';
import { NobodyException } from './errors/nobody.exception.js';
import { NobodyPage } from './errors/nobody.page.js';
import { PageRenderer } from './page-renderer.js';
import { prefersHtml } from './prefers-html.js';

const ofTheApi = /^\/(v1|docs|docs-json|docs-yaml)(\/|$)/i;

/** An ErrorFilter that returns error pages to browsers, except below the paths of the API. */
@Catch()
export class PageErrorFilter extends ErrorFilter {
  constructor(
    logger: AppLogger,
    faults: FaultLog,
    config: Config,
    private readonly renderer: PageRenderer,
  ) {
    super(logger, faults, config);
  }

  protected override send(request: Request, response: Response, failure: Failure): void {
    if (!this.config.pagesEnabled || ofTheApi.test(request.path)) return super.send(request, response, failure);
    response.vary('Accept');
    if (!prefersHtml(request)) return super.send(request, response, failure);
    const isFramed = /^\/embed\//i.test(request.path);
    const { html, headers } = this.renderer.render(pageOf(failure, isFramed), isFramed ? 'embed' : 'page');
    // `Refresh` makes the browser reload the page, even without scripts.
    if (failure.status === 503) response.set({ 'Retry-After': String(retrySeconds), Refresh: String(retrySeconds) });
    response.set({ ...headers, 'Cache-Control': 'no-store' }).end(request.method === 'HEAD' ? undefined : html);
  }
}

function pageOf({ exception, status, error }: Failure, isFramed: boolean) {
  if (isFramed) return <EmbedError message={error} />;
  if (exception instanceof NobodyException) return <NobodyPage nobody={exception} />;
  return <ErrorPage status={status} message={error} />;
}
