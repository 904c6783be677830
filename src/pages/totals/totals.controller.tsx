import { Query } from '@nestjs/common';
import { totalsUnits } from '../../rate-limit/request-units.js';
import { MetaService } from '../../meta/meta.service.js';
import { LoadedResponse } from '../../response-cache/response-cache.js';
import { PageController, PageResponses, ShowPage } from '../page-responses.js';
import { TotalsPage } from './totals.page.js';
import { TotalsPageQuery } from './totals.query.js';
import { TotalsViewLoader } from './totals-view.js';

@PageController('totals')
export class TotalsPageController {
  constructor(
    private readonly pages: PageResponses,
    private readonly views: TotalsViewLoader,
    private readonly meta: MetaService,
  ) {}

  @ShowPage('', 'Failed to show the totals', totalsUnits)
  showTotals(@Query() query: TotalsPageQuery): Promise<LoadedResponse> {
    return this.pages.respond(['totals', query.range, query.platform ?? ''], async () => {
      const [view, platforms] = await Promise.all([this.views.load(query), this.meta.listPlatforms()]);
      return <TotalsPage {...{ view, platforms }} />;
    });
  }
}
