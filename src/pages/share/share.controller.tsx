import { Query } from '@nestjs/common';
import { chartUnits } from '../../rate-limit/request-units.js';
import { LoadedResponse } from '../../response-cache/response-cache.js';
import { KindPages } from '../kinds/kind-pages.js';
import { PageController, PageResponses, ShowPage } from '../page-responses.js';
import { keysOfQuery } from '../parts/ranges/page-range.js';
import { SharePage } from './share.page.js';
import { findShared, ShareQuery } from './share.query.js';

@PageController('share')
export class ShareController {
  constructor(
    private readonly pages: PageResponses,
    private readonly kinds: KindPages,
  ) {}

  @ShowPage('', 'Failed to show the codes', chartUnits)
  showShare(@Query() query: ShareQuery): Promise<LoadedResponse> {
    return this.pages.respond(['share', ...keysOfQuery(query)], async () => (
      <SharePage query={query} chart={await this.kinds.loadChart(...findShared(query))} />
    ));
  }
}
