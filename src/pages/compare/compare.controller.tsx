import { Query } from '@nestjs/common';
import { samplesPageUnits } from '../../rate-limit/request-units.js';
import { LoadedResponse } from '../../response-cache/response-cache.js';
import { PageController, PageResponses, ShowPage } from '../page-responses.js';
import { ComparePage } from './compare.page.js';
import { CompareQuery, keysOfComparison } from './compare.query.js';
import { CompareViewLoader } from './compare-view.js';

@PageController('compare')
export class ComparePageController {
  constructor(
    private readonly pages: PageResponses,
    private readonly views: CompareViewLoader,
  ) {}

  @ShowPage('', 'Failed to compare', samplesPageUnits)
  compare(@Query() query: CompareQuery): Promise<LoadedResponse> {
    return this.pages.respond(['compare', ...keysOfComparison(query)], async () => (
      <ComparePage view={await this.views.load(query)} />
    ));
  }
}
