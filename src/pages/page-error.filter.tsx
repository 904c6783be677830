import { Catch } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { VNode } from 'preact';
import { Config } from '../config/config.js';
import { retrySeconds } from '../http/errors/error-reply.js';
import { ErrorFilter, Failure } from '../http/errors/error.filter.js';
import { LiveStream } from '../streams/live/live-stream.response.js';
import { AppLogger } from '../logging/app-logger.js';
import { FaultLog } from '../logging/fault-log.js';
import { EmbedError } from './embed/embed.page.js';
import { ErrorPage } from './errors/error.page.js';
import { NobodyException } from './errors/nobody.exception.js';
import { NobodyPage } from './errors/nobody.page.js';
import { PopularStreams } from './errors/popular-streams.js';
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
    private readonly popular: PopularStreams,
  ) {
    super(logger, faults, config);
  }

  protected override send(request: Request, response: Response, failure: Failure): void {
    if (!this.config.pagesEnabled || ofTheApi.test(request.path)) return super.send(request, response, failure);
    response.vary('Accept');
    if (!prefersHtml(request)) return super.send(request, response, failure);
    const isFramed = /^\/embed\//i.test(request.path);
    if (isFramed) {
      const { status, error } = failure;
      return this.sendPage(request, response, failure, <EmbedError status={status} message={error} />, 'embed');
    }
    if (failure.status !== 404) return this.sendPage(request, response, failure, pageOf(failure, []));
    void this.popular.list().then((popular) => this.sendPage(request, response, failure, pageOf(failure, popular)));
  }

  private sendPage(
    request: Request,
    response: Response,
    failure: Failure,
    page: VNode,
    kind: 'page' | 'embed' = 'page',
  ): void {
    const { html, headers } = this.renderer.render(page, kind);
    // `Refresh` makes the browser reload the page, even without scripts.
    if (failure.status === 503) response.set({ 'Retry-After': String(retrySeconds), Refresh: String(retrySeconds) });
    response.set({ ...headers, 'Cache-Control': 'no-store' }).end(request.method === 'HEAD' ? undefined : html);
  }
}

function pageOf({ exception, status, error }: Failure, popular: readonly LiveStream[]) {
  if (exception instanceof NobodyException) return <NobodyPage nobody={exception} popular={popular} />;
  return <ErrorPage status={status} message={error} popular={popular} />;
}
