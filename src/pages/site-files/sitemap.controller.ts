import { NotFoundException } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { defaultDays } from '../../figures/windows.js';
import { unknownPathMessage } from '../../http/errors/error-reply.js';
import { absoluteUrl } from '../../http/request/public-path.js';
import { sitemapUnits } from '../../rate-limit/request-units.js';
import { WithHeaders } from '../../http/request/with-headers.js';
import { boardGroup } from '../../leaderboard/boards.js';
import { LeaderboardService } from '../../leaderboard/leaderboard.service.js';
import { LoadedResponse, ResponseCache } from '../../response-cache/response-cache.js';
import { PageController, ShowPage } from '../page-responses.js';
import { boardPath, streamerPath } from '../parts/names/link.js';
import { isForCrawlers } from './site-files.js';

/** The limit of the sitemap protocol. */
const maxUrls = 50_000;
const pages = [boardPath, '/live', '/totals', '/games', '/events', '/compare', '/about'];

/** The pages and the streamers of the leaderboard, for search engines. A sitemap needs absolute addresses. */
@PageController('sitemap.xml')
export class SitemapController {
  constructor(
    private readonly cache: ResponseCache,
    private readonly config: Config,
    private readonly leaderboard: LeaderboardService,
  ) {}

  @ShowPage('', 'Failed to list the pages', sitemapUnits)
  async listPages(): Promise<LoadedResponse> {
    const { config } = this;
    if (config.publicUrl === undefined || !isForCrawlers(config))
      throw new NotFoundException(unknownPathMessage(config));
    return this.cache.getOrLoad(['sitemap'], () => this.load(), boardGroup);
  }

  private async load(): Promise<WithHeaders<Buffer>> {
    const limit = maxUrls - pages.length;
    const board = await this.leaderboard.findPage({ sort: 'watchtime', limit, cursor: 0, days: defaultDays });
    const urls = [...pages, ...board.items.map(streamerPath)].map(
      (path) => `<url><loc>${absoluteUrl(this.config, path)}</loc></url>`,
    );
    const lines = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...urls,
      '</urlset>',
    ];
    return new WithHeaders(Buffer.from(lines.join('\n')), { 'Content-Type': 'application/xml; charset=utf-8' });
  }
}
