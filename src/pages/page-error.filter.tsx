import { Catch } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../config/config.js';
import { linePath } from '../http/errors/error-content.js';
import { retrySeconds } from '../http/errors/error-reply.js';
import { ErrorFilter, Failure } from '../http/errors/error.filter.js';
import { AppLogger } from '../logging/app-logger.js';
import { FaultLog } from '../logging/fault-log.js';
import { EmbedError } from './embed/embed.page.js';
import { ErrorPage, UnknownNamePage } from './errors/error.page.js';
import { OtherMonthsException } from './errors/other-months.exception.js';
import { PopularStreams } from './errors/popular-streams.js';
import { UnknownNameException } from './errors/unknown-name.exception.js';
import { PageRenderer } from './page-renderer.js';
import { prefersHtml } from './prefers-html.js';

const apiPath = /^\/(v1|docs|docs-json|docs-yaml)(\/|$)/i;

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
    if (!this.config.pagesEnabled || apiPath.test(request.path)) return super.send(request, response, failure);
    response.vary('Accept');
    if (!prefersHtml(request) || linePath.test(request.path)) return super.send(request, response, failure);
    void this.sendPage(request, response, failure);
  }

  private async sendPage(request: Request, response: Response, { status, error, exception }: Failure): Promise<void> {
    const isFramed = /^\/embed\//i.test(request.path);
    const popular = status === 404 && !isFramed ? await this.popular.list() : [];
    const page = isFramed ? (
      <EmbedError status={status} error={error} />
    ) : exception instanceof UnknownNameException ? (
      <UnknownNamePage unknown={exception} popular={popular} />
    ) : (
      <ErrorPage
        {...{ status, error, popular }}
        others={exception instanceof OtherMonthsException ? exception : undefined}
      />
    );
    const { html, headers } = this.renderer.render(page, isFramed ? 'embed' : 'page');
    // `Refresh` makes the browser reload the page, even without scripts.
    if (status === 503) response.set({ 'Retry-After': String(retrySeconds), Refresh: String(retrySeconds) });
    response.set(headers).end(request.method === 'HEAD' ? undefined : html);
  }
}
